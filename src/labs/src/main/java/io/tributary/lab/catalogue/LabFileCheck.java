package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Validates the file of a lab. */
final class LabFileCheck {
  private static final Predicate<String> STATE = Pattern.compile("[A-Z]{2}").asMatchPredicate();

  static final String PRICE = "[0-9]{1,6}\\.[0-9]{2}";

  private final String file;
  private final Set<String> loinc;
  private final List<String> errors = new ArrayList<>();
  private Set<String> codes = Set.of();
  private Set<String> reflexes = Set.of();

  private LabFileCheck(String file, Set<String> loinc) {
    this.file = file;
    this.loinc = loinc;
  }

  /** Returns the validation errors, each with its position; empty when the file is valid. */
  static List<String> validationErrors(String file, LabFile f, Set<String> loinc) {
    LabFileCheck check = new LabFileCheck(file, loinc);
    check.checkAll(f);
    return check.errors;
  }

  private void checkAll(LabFile f) {
    if (f.lab() == null) {
      addError("lab", "is missing");
      return;
    }
    checkLab(f.lab());
    codes = f.markers().stream().map(LabFile.MarkerEntry::code).collect(Collectors.toSet());
    reflexes =
        f.markers().stream()
            .filter(LabFile.MarkerEntry::reflex)
            .map(LabFile.MarkerEntry::code)
            .collect(Collectors.toSet());
    checkUnique("markers", f.markers().stream().map(LabFile.MarkerEntry::code).toList());
    f.markers().forEach(this::checkMarker);
    checkUnique("lab_tests", f.labTests().stream().map(t -> String.valueOf(t.id())).toList());
    f.labTests().forEach(t -> checkTest(t, f.lab()));
  }

  private void checkLab(LabFile.LabEntry lab) {
    checkPattern("lab", "slug", lab.slug(), "[a-z0-9_]{1,50}");
    if (lab.network() != null) {
      checkPattern("lab", "network", lab.network(), "[a-z0-9_]{1,50}");
    }
    checkText("lab", "name", lab.name());
    checkText("lab", "first_line_address", lab.firstLineAddress());
    checkText("lab", "city", lab.city());
    checkText("lab", "zipcode", lab.zipcode());
    checkNotEmpty("lab", "collection_methods", lab.collectionMethods());
    checkNotEmpty("lab", "sample_types", lab.sampleTypes());
    lab.collectionMethods()
        .forEach(m -> checkEnum("lab", "collection_methods", CollectionMethod.class, m));
    lab.sampleTypes().forEach(s -> checkEnum("lab", "sample_types", SpecimenType.class, s));
  }

  private void checkMarker(LabFile.MarkerEntry m) {
    String at = "marker " + m.code();
    checkPattern(at, "code", m.code(), "\\S.{0,98}\\S|\\S");
    checkText(at, "name", m.name());
    checkEnum(at, "type", MarkerType.class, m.type());
    checkEnum(at, "sample_type", SpecimenType.class, m.sampleType());
    checkPrice(at, m);
    checkTurnaround(at, m);
    if (m.popularity() < 0 || m.popularity() > 1) {
      addError(at, "popularity must be from 0 to 1");
    }
    if (m.loinc() != null && !loinc.contains(m.loinc())) {
      addError(at, "loinc " + m.loinc() + " is not in loinc.json");
    }
    for (String r : m.reflexes()) {
      if (!reflexes.contains(r)) {
        addError(at, "reflexes: " + r + " is not a reflex marker of this file");
      }
    }
    checkNotEmpty(at, "results", m.results());
    checkUnique(at + " results", m.results().stream().map(LabFile.ResultEntry::code).toList());
    if (m.insuredIn() != null && !m.insuredIn().stream().allMatch(STATE)) {
      addError(at, "insured_in must be a list of states");
    }
    m.results().forEach(r -> checkResult(at, r));
    checkUnique(
        at + " questions", m.questions().stream().map(LabFile.QuestionEntry::code).toList());
    m.questions().forEach(q -> checkQuestion(at + " question " + q.code(), q));
  }

  private void checkPrice(String at, LabFile.MarkerEntry m) {
    boolean none = m.price() == null || m.price().equals("N/A");
    if (!none && m.minor().isEmpty()) {
      addError(at, "price must be an amount such as 12.50, or N/A");
    }
    if (!none && m.priceNote() != null) {
      addError(at, "price_note is allowed only for markers without a price");
    }
    if (m.priceNote() != null
        && !List.of("refer_to_contract", Price.UNAVAILABLE).contains(m.priceNote())) {
      addError(at, "price_note must be refer_to_contract or price_unavailable");
    }
    for (LabFile.ModifierEntry x : m.priceModifiers()) {
      if (!isAmount(x.delta())) {
        addError(
            at,
            "price_modifiers: delta must be an amount in cents, or a list of minimum and maximum");
      }
      if (x.reflex() == !x.states().isEmpty()) {
        addError(at, "price_modifiers: set either reflex or states");
      }
    }
  }

  private static boolean isAmount(JsonNode delta) {
    return delta != null
        && (delta.isInt()
            || delta.isArray()
                && delta.size() == 2
                && delta.get(0).isInt()
                && delta.get(1).isInt()
                && delta.get(0).intValue() <= delta.get(1).intValue());
  }

  private void checkTurnaround(String at, LabFile.MarkerEntry m) {
    Integer common = m.commonTatDays();
    Integer worst = m.worstCaseTatDays();
    if (common != null && common < 0
        || worst != null && worst < 0
        || common != null && worst != null && worst < common) {
      addError(
          at,
          "common_tat_days and worst_case_tat_days must be 0 or more, and the latter must not be"
              + " less");
    }
  }

  private void checkResult(String at, LabFile.ResultEntry r) {
    checkText(at, "results: code", r.code());
    if (r.loinc() == null && r.name() == null && !codes.contains(r.code())) {
      addError(at, "result " + r.code() + " needs a name or a loinc");
    }
    if (r.loinc() != null && !loinc.contains(r.loinc())) {
      addError(at, "result " + r.code() + ": loinc " + r.loinc() + " is not in loinc.json");
    }
  }

  private void checkQuestion(String at, LabFile.QuestionEntry q) {
    checkText(at, "code", q.code());
    checkText(at, "value", q.value());
    if (q.sequence() == null) {
      addError(at, "sequence is missing");
    }
    Optional<QuestionType> type = QuestionType.parseFileSpelling(q.type());
    if (type.isEmpty()) {
      addError(at, "type must be one of " + WireEnum.wireNames(QuestionType.class));
    } else if (type.get().hasChoices() == q.answers().isEmpty()) {
      addError(
          at,
          type.get().hasChoices()
              ? "answers are missing"
              : "answers are allowed only for choice questions");
    }
    checkUnique(at + " answers", q.answers().stream().map(LabFile.AnswerEntry::code).toList());
    q.answers()
        .forEach(
            a -> {
              checkText(at, "answers: code", a.code());
              checkText(at, "answers: value", a.value());
            });
  }

  private void checkTest(LabFile.TestEntry t, LabFile.LabEntry lab) {
    String at = "lab test " + t.slug();
    if (t.id() == null) {
      addError(at, "id is missing");
    }
    checkText(at, "slug", t.slug());
    checkText(at, "name", t.name());
    checkText(at, "description", t.description());
    checkEnum(at, "sample_type", SpecimenType.class, t.sampleType());
    if (!lab.collectionMethods().contains(t.method())) {
      addError(at, "method must be one of the lab's " + lab.collectionMethods());
    }
    if (t.environments().size() != 1 || Environment.of(t.environments().getFirst()).isEmpty()) {
      addError(at, "environments must be a list with exactly one item: sandbox or production");
    }
    checkNotEmpty(at, "codes", t.codes());
    checkUnique(at + " codes", t.codes());
    for (String c : t.codes()) {
      if (!codes.contains(c) || reflexes.contains(c)) {
        addError(at, "codes: " + c + " is not an orderable marker of this file");
      }
    }
  }

  private void checkUnique(String at, Collection<String> names) {
    Set<String> seen = new HashSet<>();
    names.stream().filter(n -> !seen.add(n)).forEach(n -> addError(at, n + " is listed twice"));
  }

  private void checkNotEmpty(String at, String field, Collection<?> values) {
    if (values.isEmpty()) {
      addError(at, field + " is missing or empty");
    }
  }

  private void checkText(String at, String field, String value) {
    if (value == null || value.isBlank() || value.indexOf('\0') >= 0) {
      addError(at, field + " is missing or empty");
    }
  }

  private void checkPattern(String at, String field, String value, String pattern) {
    if (value == null || !value.matches(pattern)) {
      addError(at, field + " must match " + pattern);
    }
  }

  private <E extends Enum<E>> void checkEnum(String at, String field, Class<E> type, String value) {
    if (WireEnum.parse(type, value).isEmpty()) {
      addError(at, field + " must be one of " + WireEnum.wireNames(type));
    }
  }

  private void addError(String at, String what) {
    errors.add(file + ": " + at + ": " + what);
  }
}
