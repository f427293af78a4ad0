package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Result of checking the diagnosis codes of an order. Unknown codes and mutually exclusive pairs
 * make it invalid; pairs that deserve a review do not.
 */
record IcdCheck(List<String> errors, List<IcdPair> violations, List<IcdPair> warnings) {
  record IcdPair(String code, String other, String type) {}

  static IcdCheck check(Icd10 book, List<String> sent) {
    List<String> errors = new ArrayList<>();
    List<String> good = new ArrayList<>();
    for (String code : new LinkedHashSet<>(sent)) {
      if (book.findBillable(code).isPresent()) {
        good.add(code);
      } else if (book.isKnown(code)) {
        errors.add(code + " is a heading of ICD-10-CM: use a more specific code below it");
      } else {
        errors.add(code + " is not an ICD-10-CM code");
      }
    }
    List<IcdPair> violations = new ArrayList<>();
    List<IcdPair> warnings = new ArrayList<>();
    for (int i = 0; i < good.size(); i++) {
      for (int k = i + 1; k < good.size(); k++) {
        checkPair(book, good.get(i), good.get(k), violations, warnings);
      }
    }
    return new IcdCheck(List.copyOf(errors), List.copyOf(violations), List.copyOf(warnings));
  }

  /** Reports a pair once, with the stronger kind, in the direction of the exclusion note. */
  private static void checkPair(
      Icd10 book, String a, String b, List<IcdPair> violations, List<IcdPair> warnings) {
    if (book.excludes1(a, b)) {
      violations.add(new IcdPair(a, b, "excludes1"));
    } else if (book.excludes1(b, a)) {
      violations.add(new IcdPair(b, a, "excludes1"));
    } else if (book.excludes2(a, b)) {
      warnings.add(new IcdPair(a, b, "excludes2"));
    } else if (book.excludes2(b, a)) {
      warnings.add(new IcdPair(b, a, "excludes2"));
    }
  }

  boolean isValid() {
    return errors.isEmpty() && violations.isEmpty();
  }

  ObjectNode json() {
    ObjectNode out = Json.object().put("valid", isValid());
    errors.forEach(out.putArray("errors")::add);
    writePairs(out.putArray("violations"), violations, "conflicts_with");
    writePairs(out.putArray("warnings"), warnings, "overlaps_with");
    return out;
  }

  private static void writePairs(ArrayNode out, List<IcdPair> pairs, String other) {
    for (IcdPair p : pairs) {
      out.addObject().put("code", p.code()).put(other, p.other()).put("type", p.type());
    }
  }
}
