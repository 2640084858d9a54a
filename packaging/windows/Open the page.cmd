@echo off
rem Opens Crownhead in the browser. Close this window to end it.
"%~dp0crownhead.exe" serve --open
pause
