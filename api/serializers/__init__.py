"""What goes in and out, resource by resource. The only modules of the API that may name a model."""
