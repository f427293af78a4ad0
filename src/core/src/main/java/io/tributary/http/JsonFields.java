package io.tributary.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Patch;
import io.tributary.core.Suggestions;
import io.tributary.core.Times;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Fields of a JSON object in a request body, with collected validation errors.
 *
 * <p>A missing or invalid field adds an error and reads as empty (required fields: as null), so
 * that one response lists all errors. Call {@link RequestContext#requireValid} before the values
 * are used. Null counts as absent. Unknown fields are ignored, but if a required field is missing,
 * the response also lists those that look like a misspelt known field.
 */
public final class JsonFields {
  private static final String MISSING = "missing";

  /** Maximum number of unknown fields that are compared with known ones. */
  private static final int MAX_COMPARED = 20;

  private final ObjectNode object;
  private final List<Object> path;
  private final ValidationErrors errors;

  /** Names that the handler has asked for. */
  private final Set<String> known = new HashSet<>();

  JsonFields(ObjectNode object, List<Object> loc, ValidationErrors errors) {
    this.object = object;
    this.path = loc;
    this.errors = errors;
  }

  public boolean has(String name) {
    known.add(name);
    return object.has(name);
  }

  /** Returns the raw value; empty if absent or null. */
  public Optional<JsonNode> raw(String name) {
    known.add(name);
    JsonNode v = object.get(name);
    return v == null || v.isNull() ? Optional.empty() : Optional.of(v);
  }

  /** Returns the whole object. All its fields then count as known. */
  public ObjectNode node() {
    object.fieldNames().forEachRemaining(known::add);
    return object;
  }

  public Optional<String> text(String name, int max) {
    return raw(name).flatMap(v -> asText(name, v, 0, max));
  }

  public String requiredText(String name, int min, int max) {
    return required(name).flatMap(v -> asText(name, v, min, max)).orElse(null);
  }

  public Optional<Integer> integer(String name, int min, int max) {
    return raw(name).flatMap(v -> asInteger(name, v, min, max));
  }

  public Integer requiredInteger(String name, int min, int max) {
    return required(name).flatMap(v -> asInteger(name, v, min, max)).orElse(null);
  }

  public Optional<Long> longInteger(String name, long min, long max) {
    return raw(name)
        .flatMap(
            v -> {
              if (!v.isIntegralNumber()
                  || !v.canConvertToLong()
                  || v.longValue() < min
                  || v.longValue() > max) {
                return addError(
                    name, "Input should be a whole number " + min + ".." + max, "int_type");
              }
              return Optional.of(v.longValue());
            });
  }

  public Long requiredLongInteger(String name, long min, long max) {
    return required(name).flatMap(v -> longInteger(name, min, max)).orElse(null);
  }

  public Optional<Boolean> flag(String name) {
    return raw(name)
        .flatMap(
            v ->
                v.isBoolean()
                    ? Optional.of(v.booleanValue())
                    : addError(name, "Input should be a valid boolean", "bool_type"));
  }

  public Optional<UUID> uuid(String name) {
    return raw(name).flatMap(v -> asUuid(name, v));
  }

  public UUID requiredUuid(String name) {
    return required(name).flatMap(v -> asUuid(name, v)).orElse(null);
  }

  public Optional<LocalDate> date(String name) {
    return raw(name).flatMap(v -> asDate(name, v));
  }

  public LocalDate requiredDate(String name) {
    return required(name).flatMap(v -> asDate(name, v)).orElse(null);
  }

  /** Reads a value of a closed list. */
  public <E> Optional<E> choice(
      String name, Function<String, Optional<E>> of, List<String> allowed) {
    return raw(name).flatMap(v -> asChoice(name, v, of, allowed));
  }

  public <E> E requiredChoice(String name, Function<String, Optional<E>> of, List<String> allowed) {
    return required(name).flatMap(v -> asChoice(name, v, of, allowed)).orElse(null);
  }

  /** Reads a list of strings; empty Optional if absent or null. */
  public Optional<List<String>> texts(String name, int maxItems, int maxLength) {
    return items(name, maxItems, (i, v) -> asText(name, i, v, maxLength));
  }

  public Optional<List<UUID>> uuids(String name, int maxItems) {
    return items(name, maxItems, (i, v) -> asUuid(name, i, v));
  }

  public List<UUID> requiredUuids(String name, int maxItems) {
    return required(name).isEmpty() ? List.of() : uuids(name, maxItems).orElse(List.of());
  }

  /** Reads a nested object. */
  public Optional<JsonFields> object(String name) {
    return raw(name)
        .flatMap(
            v ->
                v instanceof ObjectNode o
                    ? Optional.of(new JsonFields(o, pathOf(name), errors))
                    : addError(name, "Input should be an object", "object_type"));
  }

  /** Reads a required nested object; adds an error if it is missing. */
  public Optional<JsonFields> requiredObject(String name) {
    return required(name).flatMap(v -> object(name));
  }

  /** Reads a list of objects. */
  public Optional<List<JsonFields>> objects(String name, int maxItems) {
    return items(
        name,
        maxItems,
        (i, v) -> {
          List<Object> where = new ArrayList<>(pathOf(name));
          where.add(i);
          if (v instanceof ObjectNode o) {
            return Optional.of(new JsonFields(o, List.copyOf(where), errors));
          }
          errors.add(new FieldError(where, "Input should be an object", "object_type"));
          return Optional.empty();
        });
  }

  /** Reads a required list of objects; adds an error and returns an empty list if it is missing. */
  public List<JsonFields> requiredObjects(String name, int maxItems) {
    return required(name).isEmpty() ? List.of() : objects(name, maxItems).orElse(List.of());
  }

  public Patch<String> patchText(String name, int min, int max) {
    return patch(name, v -> asText(name, v, min, max));
  }

  public Patch<LocalDate> patchDate(String name) {
    return patch(name, v -> asDate(name, v));
  }

  public Patch<Integer> patchInteger(String name, int min, int max) {
    return patch(name, v -> asInteger(name, v, min, max));
  }

  public Patch<Boolean> patchFlag(String name) {
    return patch(name, v -> flag(name));
  }

  /**
   * Reads a patch field: absent keeps the old value, null clears it, a valid value replaces it. An
   * invalid value adds an error and keeps the old value.
   */
  public <T> Patch<T> patch(String name, Function<JsonNode, Optional<T>> reader) {
    known.add(name);
    JsonNode v = object.get(name);
    if (v == null) {
      return new Patch.Keep<>();
    }
    if (v.isNull()) {
      return new Patch.Clear<>();
    }
    return reader.apply(v).<Patch<T>>map(Patch.Put::new).orElseGet(Patch.Keep::new);
  }

  /** Adds an error about a field and returns empty. */
  public <T> Optional<T> addError(String name, String msg, String type) {
    known.add(name);
    if (type.equals(MISSING)) {
      errors.addIncomplete(this);
    }
    errors.add(new FieldError(pathOf(name), msg, type));
    return Optional.empty();
  }

  /** Returns an error for each unknown field that looks like a known one which is absent. */
  List<FieldError> misspeltFields() {
    List<String> absent = known.stream().filter(name -> !object.has(name)).sorted().toList();
    List<FieldError> out = new ArrayList<>();
    int compared = 0;
    for (Iterator<String> names = object.fieldNames();
        names.hasNext() && compared < MAX_COMPARED; ) {
      String name = names.next();
      if (!known.contains(name)) {
        compared++;
        Suggestions.closest(name, absent)
            .map(
                similar ->
                    new FieldError(
                        pathOf(name),
                        "Unknown field " + name + ". Did you mean " + similar + "?",
                        "unknown_field"))
            .ifPresent(out::add);
      }
    }
    return out;
  }

  private Optional<JsonNode> required(String name) {
    known.add(name);
    JsonNode v = object.get(name);
    if (v == null) {
      return addError(name, "Field required", MISSING);
    }
    return v.isNull() ? addError(name, "Input should not be null", MISSING) : Optional.of(v);
  }

  private List<Object> pathOf(String name) {
    List<Object> out = new ArrayList<>(path);
    out.add(name);
    return out;
  }

  private Optional<String> asText(String name, JsonNode v, int min, int max) {
    if (!v.isTextual()) {
      return addError(name, "Input should be a valid string", "string_type");
    }
    String s = v.textValue();
    if (s.length() < min) {
      return addError(
          name, "String should have at least " + min + " character(s)", "string_too_short");
    }
    if (s.length() > max) {
      return addError(name, "String should have at most " + max + " characters", "string_too_long");
    }
    return isStorable(s)
        ? Optional.of(s)
        : addError(name, "String should not contain NUL or an unpaired surrogate", "value_error");
  }

  /**
   * PostgreSQL text can't contain NUL. An unpaired surrogate, which JSON can express, has no UTF-8
   * encoding: it would be stored as a question mark, and different strings would become equal.
   */
  private static boolean isStorable(String s) {
    return s.codePoints().noneMatch(c -> c == 0 || c >= 0xd800 && c <= 0xdfff);
  }

  private Optional<Integer> asInteger(String name, JsonNode v, int min, int max) {
    if (!v.isIntegralNumber() || !v.canConvertToInt()) {
      return addError(name, "Input should be a valid integer", "int_type");
    }
    if (v.intValue() < min) {
      return addError(
          name, "Input should be greater than or equal to " + min, "greater_than_equal");
    }
    return v.intValue() > max
        ? addError(name, "Input should be less than or equal to " + max, "less_than_equal")
        : Optional.of(v.intValue());
  }

  private Optional<UUID> asUuid(String name, JsonNode v) {
    return uuidOf(v).or(() -> addError(name, "Input should be a valid UUID", "uuid_parsing"));
  }

  private static Optional<UUID> uuidOf(JsonNode v) {
    try {
      if (v.isTextual() && v.textValue().length() == 36) {
        return Optional.of(UUID.fromString(v.textValue()));
      }
    } catch (IllegalArgumentException e) {
      // not a UUID
    }
    return Optional.empty();
  }

  private Optional<LocalDate> asDate(String name, JsonNode v) {
    return (v.isTextual() ? Times.parseDate(v.textValue()) : Optional.<LocalDate>empty())
        .or(() -> addError(name, "Input should be a date, YYYY-MM-DD", "date_parsing"));
  }

  private <E> Optional<E> asChoice(
      String name, JsonNode v, Function<String, Optional<E>> of, List<String> allowed) {
    return (v.isTextual() ? of.apply(v.textValue()) : Optional.<E>empty())
        .or(() -> addError(name, "Input should be one of: " + String.join(", ", allowed), "enum"));
  }

  private Optional<String> asText(String name, int index, JsonNode v, int max) {
    if (v.isTextual() && v.textValue().length() <= max && isStorable(v.textValue())) {
      return Optional.of(v.textValue());
    }
    return addItemError(
        name, index, "Input should be a string of at most " + max + " characters", "string_type");
  }

  private Optional<UUID> asUuid(String name, int index, JsonNode v) {
    return uuidOf(v)
        .or(() -> addItemError(name, index, "Input should be a valid UUID", "uuid_parsing"));
  }

  private <T> Optional<T> addItemError(String name, int index, String msg, String type) {
    List<Object> where = new ArrayList<>(pathOf(name));
    where.add(index);
    errors.add(new FieldError(where, msg, type));
    return Optional.empty();
  }

  private interface ItemReader<T> {
    Optional<T> read(int index, JsonNode value);
  }

  private <T> Optional<List<T>> items(String name, int maxItems, ItemReader<T> reader) {
    return raw(name)
        .flatMap(
            v -> {
              if (!v.isArray()) {
                return addError(name, "Input should be a valid list", "list_type");
              }
              if (v.size() > maxItems) {
                return addError(
                    name, "List should have at most " + maxItems + " items", "too_long");
              }
              List<T> out = new ArrayList<>(v.size());
              for (int i = 0; i < v.size(); i++) {
                reader.read(i, v.get(i)).ifPresent(out::add);
              }
              return Optional.of(List.copyOf(out));
            });
  }
}
