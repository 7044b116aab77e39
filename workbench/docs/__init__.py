"""The documentation: pages in Markdown beside this file, the tables in them that the catalogues make, and the site.

A page is a file ``NAME.md``. A line ``<!-- NAME -->`` in it stands for a table of `workbench.docs.tables`, put in when
the page is read, so that a metric, a method or a theorem that is added needs no edit here.
"""
