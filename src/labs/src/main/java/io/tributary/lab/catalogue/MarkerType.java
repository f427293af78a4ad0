package io.tributary.lab.catalogue;

/** Kind of marker: one result or several. */
public enum MarkerType {
  BIOMARKER,
  PANEL
}
