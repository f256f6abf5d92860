# -*- coding: utf-8 -*-
# Columns are characters where the encoding is declared.
name = "Ünïcödé" 5
