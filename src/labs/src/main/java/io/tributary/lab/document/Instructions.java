package io.tributary.lab.document;

import java.util.List;

/**
 * Collection instructions for a patient.
 *
 * @param number requisition number; empty for instructions of a test without an order
 */
public record Instructions(String test, String laboratory, String number, List<String> steps) {
  public Instructions {
    steps = List.copyOf(steps);
  }
}
