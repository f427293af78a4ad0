package io.tributary.lab.document;

import java.util.List;

/**
 * What a patient is to do.
 *
 * @param number of the requisition; empty when it is of a test and nobody's order
 */
public record Instructions(String test, String laboratory, String number, List<String> steps) {
  public Instructions {
    steps = List.copyOf(steps);
  }
}
