"""The first view in a browser on a slow network, against a page with Photo Sphere Viewer alone."""
