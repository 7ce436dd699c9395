"""Asking for reports and running them."""

from scorekeeper.notebooks.services.reports import execute_report, report_past_nights, request_report, resume_reports

__all__ = ["execute_report", "report_past_nights", "request_report", "resume_reports"]
