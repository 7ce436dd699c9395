"""Pages that show several apps' things side by side: views and addresses only."""
