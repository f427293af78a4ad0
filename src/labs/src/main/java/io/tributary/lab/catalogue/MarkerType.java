package io.tributary.lab.catalogue;

/** Whether an order of it yields one result or several. */
public enum MarkerType {
  BIOMARKER,
  PANEL
}
