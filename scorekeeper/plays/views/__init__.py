"""The pages of nights and plays."""
