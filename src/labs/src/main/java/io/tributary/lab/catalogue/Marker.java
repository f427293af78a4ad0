package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;

/**
 * An orderable item of a lab: one biomarker or a panel.
 *
 * @param providerId the lab's own code, with leading zeros
 * @param description null = none
 * @param unit null = none, or several
 * @param sampleType a wire name of {@link SpecimenType}
 * @param aLaCarte whether it can be ordered in addition to tests
 * @param reflex whether it is only performed as a follow-up of another marker
 * @param commonTatDays 95th percentile of the turnaround in days; null = unknown
 * @param worstTatDays 99th percentile of the turnaround in days; null = unknown
 * @param results empty also when they were not read
 */
public record Marker(
    int id,
    int labId,
    String providerId,
    String name,
    String slug,
    String description,
    MarkerType type,
    String unit,
    String sampleType,
    Price price,
    boolean aLaCarte,
    boolean orderable,
    boolean reflex,
    Integer commonTatDays,
    Integer worstTatDays,
    List<Question> questions,
    List<ExpectedResult> results) {
  public Marker {
    questions = List.copyOf(questions);
    results = List.copyOf(results);
  }

  Marker with(List<Question> asked, List<ExpectedResult> expected) {
    return new Marker(
        id,
        labId,
        providerId,
        name,
        slug,
        description,
        type,
        unit,
        sampleType,
        price,
        aLaCarte,
        orderable,
        reflex,
        commonTatDays,
        worstTatDays,
        asked,
        expected);
  }

  /** JSON without the expected results. */
  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("id", id)
            .put("name", name)
            .put("slug", slug)
            .put("description", description)
            .put("lab_id", labId)
            .put("provider_id", providerId)
            .put("type", WireEnum.wireName(type))
            .put("unit", unit)
            .put("price", price.text());
    out.set("aoe", aoeJson());
    return out.put("a_la_carte_enabled", aLaCarte)
        .put("common_tat_days", commonTatDays)
        .put("worst_case_tat_days", worstTatDays)
        .put("is_orderable", orderable);
  }

  private ObjectNode aoeJson() {
    if (questions.isEmpty()) {
      return null;
    }
    ObjectNode out = Json.object();
    ArrayNode list = out.putArray("questions");
    questions.forEach(q -> list.add(q.json()));
    return out;
  }

  ObjectNode jsonWithResults() {
    ObjectNode out = json();
    ArrayNode list = out.putArray("expected_results");
    results.forEach(r -> list.add(r.json(labId)));
    return out;
  }
}
