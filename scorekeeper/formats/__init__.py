"""How dates are written where Django's own formats for a language do not fit our pages."""
