package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Converts a lab's file into rows, as JSON arrays for the loader's statements. */
final class LabFileRows {
  private final LabFile file;
  private final Map<String, LoincFile.Entry> loinc;
  private final Map<String, String> names;

  LabFileRows(LabFile file, Map<String, LoincFile.Entry> loinc) {
    this.file = file;
    this.loinc = loinc;
    this.names =
        file.markers().stream()
            .collect(Collectors.toMap(LabFile.MarkerEntry::code, LabFile.MarkerEntry::name));
  }

  static ArrayNode loinc(Collection<LoincFile.Entry> entries) {
    ArrayNode out = Json.array();
    for (LoincFile.Entry e : entries) {
      out.addObject()
          .put("code", e.code())
          .put("name", e.name())
          .put("slug", LabTestCommands.slug(e.name()))
          .put("component", e.component())
          .put("unit", e.unit());
    }
    return out;
  }

  /** Splits an array into chunks, so that a catalogue of any size fits into statements. */
  static List<ArrayNode> chunks(ArrayNode all, int size) {
    List<ArrayNode> out = new ArrayList<>();
    for (int i = 0; i < all.size(); i += size) {
      ArrayNode piece = Json.array();
      for (int k = i; k < Math.min(all.size(), i + size); k++) {
        piece.add(all.get(k));
      }
      out.add(piece);
    }
    return out;
  }

  ArrayNode markers() {
    ArrayNode out = Json.array();
    file.markers().forEach(m -> out.add(markerRow(m)));
    return out;
  }

  private ObjectNode markerRow(LabFile.MarkerEntry m) {
    ObjectNode row =
        Json.object()
            .put("provider_id", m.code())
            .put("name", m.name())
            .put("slug", LabTestCommands.slug(m.name()))
            .put("description", m.description())
            .put("type", m.type())
            .put("unit", m.unit())
            .put("sample_type", m.sampleType())
            .put("price_minor", m.minor().orElse(null))
            .put("price_note", m.minor().isPresent() ? null : priceNote(m))
            .put("a_la_carte", m.aLaCarte())
            .put("orderable", m.orderable())
            .put("reflex", m.reflex())
            .put("common_tat_days", m.commonTatDays())
            .put("worst_case_tat_days", m.worstCaseTatDays())
            .put("popularity", m.popularity())
            .put("order_loinc", m.loinc());
    row.set("price_modifiers", m.priceModifiers().isEmpty() ? null : modifiers(m.priceModifiers()));
    if (m.insuredIn() != null) {
      putDistinct(row, "insured_in", m.insuredIn());
    }
    putDistinct(row, "cpt_codes", m.cptCodes());
    putDistinct(row, "aliases", m.aliases());
    addLoincSet(row, m);
    addSearchText(row, m);
    return row;
  }

  private static String priceNote(LabFile.MarkerEntry m) {
    return m.priceNote() == null ? Price.UNAVAILABLE : m.priceNote();
  }

  /** Price modifiers in their API form. */
  private static ArrayNode modifiers(List<LabFile.ModifierEntry> list) {
    ArrayNode out = Json.array();
    for (LabFile.ModifierEntry x : list) {
      ObjectNode one = out.addObject();
      if (x.delta().isArray()) {
        one.putObject("delta_amount_minor")
            .put("minimum", x.delta().get(0).intValue())
            .put("maximum", x.delta().get(1).intValue());
      } else {
        one.put("delta_amount_minor", x.delta().intValue());
      }
      ObjectNode conditions = one.putObject("conditions");
      conditions.set("reflex", x.reflex() ? Json.object() : null);
      ObjectNode state = x.states().isEmpty() ? null : Json.object();
      if (state != null) {
        x.states().forEach(state.putArray("any_of")::add);
      }
      conditions.set("us_state", state);
    }
    return out;
  }

  /**
   * Adds the LOINC codes of the required results only: optional results would make the same panel
   * of two labs differ.
   */
  private static void addLoincSet(ObjectNode row, LabFile.MarkerEntry m) {
    List<LabFile.ResultEntry> counted =
        m.results().stream().filter(LabFile.ResultEntry::required).toList();
    boolean whole =
        !counted.isEmpty() && counted.stream().allMatch(result -> result.loinc() != null);
    LoincSet set =
        LoincSet.of(
            counted.stream()
                .map(LabFile.ResultEntry::loinc)
                .filter(c -> c != null)
                .distinct()
                .toList());
    putDistinct(row, "loinc_codes", set.codes());
    row.put("loinc_set_hash", whole ? set.hash() : null);
  }

  private static void addSearchText(ObjectNode row, LabFile.MarkerEntry m) {
    String search = Trigrams.searchText(List.of(m.name(), m.code()));
    List<String> terms = new ArrayList<>(List.of(m.name(), m.code()));
    terms.addAll(m.aliases());
    row.put("search", search).put("terms", Trigrams.searchText(terms));
  }

  ArrayNode results() {
    ArrayNode out = Json.array();
    for (LabFile.MarkerEntry m : file.markers()) {
      int position = 0;
      for (LabFile.ResultEntry r : m.results()) {
        String name = resultName(r);
        out.addObject()
            .put("marker", m.code())
            .put("provider_id", r.code())
            .put("name", name)
            .put("slug", LabTestCommands.slug(name))
            .put("required", r.required())
            .put("loinc", r.loinc())
            .put("position", position++);
      }
    }
    return out;
  }

  /** The result's own name, then the name under which the lab sells it, then its LOINC name. */
  private String resultName(LabFile.ResultEntry r) {
    if (r.name() != null) {
      return r.name();
    }
    String sold = names.get(r.code());
    return sold == null ? loinc.get(r.loinc()).component() : sold;
  }

  ArrayNode questions() {
    ArrayNode out = Json.array();
    for (LabFile.MarkerEntry m : file.markers()) {
      for (LabFile.QuestionEntry q : m.questions()) {
        out.addObject()
            .put("marker", m.code())
            .put("code", q.code())
            .put("value", q.value())
            .put("type", WireEnum.wireName(QuestionType.parseFileSpelling(q.type()).orElseThrow()))
            .put("required", q.required())
            .put("sequence", q.sequence())
            .put("constraint", q.constraint())
            .put("default", q.fallback());
      }
    }
    return out;
  }

  ArrayNode answers() {
    ArrayNode out = Json.array();
    for (LabFile.MarkerEntry m : file.markers()) {
      for (LabFile.QuestionEntry q : m.questions()) {
        int position = 0;
        for (LabFile.AnswerEntry a : q.answers()) {
          out.addObject()
              .put("marker", m.code())
              .put("question", q.code())
              .put("code", a.code())
              .put("value", a.value())
              .put("position", position++);
        }
      }
    }
    return out;
  }

  ArrayNode reflexes() {
    ArrayNode out = Json.array();
    file.markers()
        .forEach(
            m ->
                m.reflexes()
                    .forEach(r -> out.addObject().put("marker", m.code()).put("reflex", r)));
    return out;
  }

  private static void putDistinct(ObjectNode row, String name, Collection<String> values) {
    Set<String> once = new LinkedHashSet<>(values);
    once.forEach(row.putArray(name)::add);
  }

  static Map<String, LoincFile.Entry> byCode(LoincFile file) {
    return file.loinc().stream()
        .collect(Collectors.toMap(LoincFile.Entry::code, Function.identity()));
  }
}
