package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;

/**
 * A billable diagnosis.
 *
 * @param code code with its point
 * @param secondary whether it may only accompany another code: a manifestation or an external cause
 */
record Diagnosis(String code, String description, boolean secondary) {
  ObjectNode json() {
    return Json.object()
        .put("diagnosis_code", code)
        .put("description", description)
        .put("is_secondary", secondary);
  }
}
