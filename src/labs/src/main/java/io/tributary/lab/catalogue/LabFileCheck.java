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
  private final List<String> faults = new ArrayList<>();
  private Set<String> codes = Set.of();
  private Set<String> reflexes = Set.of();

  private LabFileCheck(String file, Set<String> loinc) {
    this.file = file;
    this.loinc = loinc;
  }

  /** Returns the validation errors, each with its position; empty when the file is valid. */
  static List<String> faults(String file, LabFile f, Set<String> loinc) {
    LabFileCheck check = new LabFileCheck(file, loinc);
    check.all(f);
    return check.faults;
  }

  private void all(LabFile f) {
    if (f.lab() == null) {
      fault("lab", "is missing");
      return;
    }
    lab(f.lab());
    codes = f.markers().stream().map(LabFile.MarkerEntry::code).collect(Collectors.toSet());
    reflexes =
        f.markers().stream()
            .filter(LabFile.MarkerEntry::reflex)
            .map(LabFile.MarkerEntry::code)
            .collect(Collectors.toSet());
    unique("markers", f.markers().stream().map(LabFile.MarkerEntry::code).toList());
    f.markers().forEach(this::marker);
    unique("lab_tests", f.labTests().stream().map(t -> String.valueOf(t.id())).toList());
    f.labTests().forEach(t -> test(t, f.lab()));
  }

  private void lab(LabFile.LabEntry lab) {
    pattern("lab", "slug", lab.slug(), "[a-z0-9_]{1,50}");
    if (lab.network() != null) {
      pattern("lab", "network", lab.network(), "[a-z0-9_]{1,50}");
    }
    text("lab", "name", lab.name());
    text("lab", "first_line_address", lab.firstLineAddress());
    text("lab", "city", lab.city());
    text("lab", "zipcode", lab.zipcode());
    some("lab", "collection_methods", lab.collectionMethods());
    some("lab", "sample_types", lab.sampleTypes());
    lab.collectionMethods()
        .forEach(m -> word("lab", "collection_methods", CollectionMethod.class, m));
    lab.sampleTypes().forEach(s -> word("lab", "sample_types", SpecimenType.class, s));
  }

  private void marker(LabFile.MarkerEntry m) {
    String at = "marker " + m.code();
    pattern(at, "code", m.code(), "\\S.{0,98}\\S|\\S");
    text(at, "name", m.name());
    word(at, "type", MarkerType.class, m.type());
    word(at, "sample_type", SpecimenType.class, m.sampleType());
    price(at, m);
    turnaround(at, m);
    if (m.popularity() < 0 || m.popularity() > 1) {
      fault(at, "popularity must be 0 to 1");
    }
    if (m.loinc() != null && !loinc.contains(m.loinc())) {
      fault(at, "loinc " + m.loinc() + " is not in loinc.json");
    }
    for (String r : m.reflexes()) {
      if (!reflexes.contains(r)) {
        fault(at, "reflexes: " + r + " is no reflex marker of this file");
      }
    }
    some(at, "results", m.results());
    unique(at + " results", m.results().stream().map(LabFile.ResultEntry::code).toList());
    if (m.insuredIn() != null && !m.insuredIn().stream().allMatch(STATE)) {
      fault(at, "insured_in must be a list of states");
    }
    m.results().forEach(r -> result(at, r));
    unique(at + " questions", m.questions().stream().map(LabFile.QuestionEntry::code).toList());
    m.questions().forEach(q -> question(at + " question " + q.code(), q));
  }

  private void price(String at, LabFile.MarkerEntry m) {
    boolean none = m.price() == null || m.price().equals("N/A");
    if (!none && m.minor().isEmpty()) {
      fault(at, "price must be dollars and cents as 12.50, or N/A");
    }
    if (!none && m.priceNote() != null) {
      fault(at, "price_note is for markers without a price");
    }
    if (m.priceNote() != null
        && !List.of("refer_to_contract", Price.UNAVAILABLE).contains(m.priceNote())) {
      fault(at, "price_note must be refer_to_contract or price_unavailable");
    }
    for (LabFile.ModifierEntry x : m.priceModifiers()) {
      if (!amount(x.delta())) {
        fault(at, "price_modifiers: delta must be cents, or a list of the least and the most");
      }
      if (x.reflex() == !x.states().isEmpty()) {
        fault(at, "price_modifiers: either reflex or states");
      }
    }
  }

  private static boolean amount(JsonNode delta) {
    return delta != null
        && (delta.isInt()
            || delta.isArray()
                && delta.size() == 2
                && delta.get(0).isInt()
                && delta.get(1).isInt()
                && delta.get(0).intValue() <= delta.get(1).intValue());
  }

  private void turnaround(String at, LabFile.MarkerEntry m) {
    Integer common = m.commonTatDays();
    Integer worst = m.worstCaseTatDays();
    if (common != null && common < 0
        || worst != null && worst < 0
        || common != null && worst != null && worst < common) {
      fault(at, "common_tat_days and worst_case_tat_days must be 0 or more, the latter not less");
    }
  }

  private void result(String at, LabFile.ResultEntry r) {
    text(at, "results: code", r.code());
    if (r.loinc() == null && r.name() == null && !codes.contains(r.code())) {
      fault(at, "result " + r.code() + " needs a name or a loinc");
    }
    if (r.loinc() != null && !loinc.contains(r.loinc())) {
      fault(at, "result " + r.code() + ": loinc " + r.loinc() + " is not in loinc.json");
    }
  }

  private void question(String at, LabFile.QuestionEntry q) {
    text(at, "code", q.code());
    text(at, "value", q.value());
    if (q.sequence() == null) {
      fault(at, "sequence is missing");
    }
    Optional<QuestionType> type = QuestionType.ofFile(q.type());
    if (type.isEmpty()) {
      fault(at, "type must be one of " + WireEnum.words(QuestionType.class));
    } else if (type.get().hasAnswers() == q.answers().isEmpty()) {
      fault(at, type.get().hasAnswers() ? "answers are missing" : "answers are for choices only");
    }
    unique(at + " answers", q.answers().stream().map(LabFile.AnswerEntry::code).toList());
    q.answers()
        .forEach(
            a -> {
              text(at, "answers: code", a.code());
              text(at, "answers: value", a.value());
            });
  }

  private void test(LabFile.TestEntry t, LabFile.LabEntry lab) {
    String at = "lab test " + t.slug();
    if (t.id() == null) {
      fault(at, "id is missing");
    }
    text(at, "slug", t.slug());
    text(at, "name", t.name());
    text(at, "description", t.description());
    word(at, "sample_type", SpecimenType.class, t.sampleType());
    if (!lab.collectionMethods().contains(t.method())) {
      fault(at, "method must be one of the lab's " + lab.collectionMethods());
    }
    if (t.environments().size() != 1 || Environment.of(t.environments().getFirst()).isEmpty()) {
      fault(at, "environments must be a list of one: sandbox or production");
    }
    some(at, "codes", t.codes());
    unique(at + " codes", t.codes());
    for (String c : t.codes()) {
      if (!codes.contains(c) || reflexes.contains(c)) {
        fault(at, "codes: " + c + " is no marker of this file that can be ordered");
      }
    }
  }

  private void unique(String at, Collection<String> names) {
    Set<String> seen = new HashSet<>();
    names.stream().filter(n -> !seen.add(n)).forEach(n -> fault(at, n + " is there twice"));
  }

  private void some(String at, String field, Collection<?> values) {
    if (values.isEmpty()) {
      fault(at, field + " is missing or empty");
    }
  }

  private void text(String at, String field, String value) {
    if (value == null || value.isBlank() || value.indexOf('\0') >= 0) {
      fault(at, field + " is missing or empty");
    }
  }

  private void pattern(String at, String field, String value, String pattern) {
    if (value == null || !value.matches(pattern)) {
      fault(at, field + " must match " + pattern);
    }
  }

  private <E extends Enum<E>> void word(String at, String field, Class<E> type, String value) {
    if (WireEnum.read(type, value).isEmpty()) {
      fault(at, field + " must be one of " + WireEnum.words(type));
    }
  }

  private void fault(String at, String what) {
    faults.add(file + ": " + at + ": " + what);
  }
}
