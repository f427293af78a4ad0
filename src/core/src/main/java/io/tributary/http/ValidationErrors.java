package io.tributary.http;

import io.tributary.core.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Validation errors of one request, in the order in which they were found. */
final class ValidationErrors {
  private final List<FieldError> errors = new ArrayList<>();
  private final Set<JsonFields> incomplete = new LinkedHashSet<>();

  void add(FieldError error) {
    errors.add(error);
  }

  /** Records that an object lacks a required field. */
  void addIncomplete(JsonFields object) {
    incomplete.add(object);
  }

  boolean isEmpty() {
    return errors.isEmpty();
  }

  /**
   * Returns the errors, followed by the misspelt fields of the objects that lack a required field.
   * Unknown fields alone are no error.
   */
  List<FieldError> list() {
    List<FieldError> out = new ArrayList<>(errors);
    incomplete.forEach(object -> out.addAll(object.misspeltFields()));
    return out;
  }
}
