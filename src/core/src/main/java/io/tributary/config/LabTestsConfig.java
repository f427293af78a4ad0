package io.tributary.config;

import java.util.List;

/**
 * Settings of the lab catalog.
 *
 * @param catalogueDir directory of the laboratory files, looked up below the conf directory first;
 *     empty = none
 * @param autoApprove environments in which a new lab test is active at once
 */
public record LabTestsConfig(String catalogueDir, List<String> autoApprove) {
  public LabTestsConfig {
    autoApprove = List.copyOf(autoApprove);
    for (String e : autoApprove) {
      if (!e.equals("sandbox") && !e.equals("production")) {
        throw new IllegalArgumentException(
            "lab_tests: auto_approve accepts only sandbox and production: " + e);
      }
    }
  }
}
