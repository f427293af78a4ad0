package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;

/**
 * A result that an order of a marker yields.
 *
 * @param loinc null when the lab assigns no LOINC code
 */
public record ExpectedResult(
    int id, String name, String slug, String providerId, boolean required, Loinc loinc) {

  /**
   * A LOINC code of the catalogue.
   *
   * @param unit UCUM unit; null = none
   */
  public record Loinc(int id, String name, String slug, String code, String unit) {
    ObjectNode json() {
      return Json.object()
          .put("id", id)
          .put("name", name)
          .put("slug", slug)
          .put("code", code)
          .put("unit", unit);
    }
  }

  ObjectNode json(int lab) {
    ObjectNode out =
        Json.object()
            .put("id", id)
            .put("name", name)
            .put("slug", slug)
            .put("lab_id", lab)
            .put("provider_id", providerId)
            .put("required", required);
    out.set("loinc", loinc == null ? null : loinc.json());
    return out;
  }
}
