// The files that pages are made of, as they are: see page.c, which has the same list. The build
// gives the folders in which they lie.

  .section .rodata

  .macro file name, path
  .globl page_file_\name
  .hidden page_file_\name
page_file_\name:
  .incbin "\path"
  .byte 0
  .endm

  file head_html, "head.html"
  file verify_html, "verify.html"
  file page_css, "page.css"
  file page_js, "page.js"
  file verify_js, "verify.js"
  file run_html, "run.html"
  file map_js, "map.js"
  file run_js, "run.js"
  file charts_js, "charts.js"
  file uplot_css, "uplot.css"
  file uplot_js, "uplot.js"

  .section .note.GNU-stack, "", @progbits
