package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * JSON node of a request with its location.
 *
 * <p>Validation errors are collected and the value reads as empty. Null counts as absent; unknown
 * fields are ignored.
 */
record RequestNode(JsonNode node, List<Object> loc, List<FieldError> faults) {
  RequestNode {
    loc = List.copyOf(loc);
  }

  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** Returns a field that is present and not null. */
  Optional<RequestNode> field(String name) {
    JsonNode v = node.get(name);
    return v == null || v.isNull() ? Optional.empty() : Optional.of(child(name, v));
  }

  Optional<RequestNode> required(String name) {
    return field(name).or(() -> child(name, node.path(name)).fault("Field required", "missing"));
  }

  Optional<RequestNode> object(String name) {
    return required(name).filter(RequestNode::isObject);
  }

  boolean isObject() {
    if (!node.isObject()) {
      fault("Input should be an object", "object_type");
    }
    return node.isObject();
  }

  /** Returns the elements of a list field; empty if the field is absent. */
  List<RequestNode> items(String name, int most) {
    Optional<RequestNode> list = field(name);
    if (list.isEmpty()) {
      return List.of();
    }
    JsonNode array = list.get().node();
    if (!array.isArray()) {
      list.get().fault("Input should be a valid list", "list_type");
      return List.of();
    }
    if (array.size() > most) {
      list.get().fault("List should have at most " + most + " items", "too_long");
      return List.of();
    }
    return list.get().elements();
  }

  List<RequestNode> elements() {
    List<RequestNode> out = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      out.add(child(i, node.get(i)));
    }
    return out;
  }

  Optional<String> text() {
    return node.isTextual()
        ? Optional.of(node.textValue())
        : fault("Input should be a valid string", "string_type");
  }

  /** Returns the text if it is one of the allowed values. */
  Optional<String> oneOf(List<String> allowed) {
    if (node.isTextual() && allowed.contains(node.textValue())) {
      return Optional.of(node.textValue());
    }
    return fault("Input should be one of: " + String.join(", ", allowed), "enum");
  }

  Optional<Integer> integer(int least, int most) {
    if (node.isIntegralNumber()
        && node.canConvertToInt()
        && node.intValue() >= least
        && node.intValue() <= most) {
      return Optional.of(node.intValue());
    }
    return fault("Input should be a whole number " + least + ".." + most, "int_type");
  }

  <T> Optional<T> fault(String msg, String type) {
    faults.add(new FieldError(loc, msg, type));
    return Optional.empty();
  }

  private RequestNode child(Object step, JsonNode value) {
    List<Object> where = new ArrayList<>(loc);
    where.add(step);
    return new RequestNode(value, where, faults);
  }
}
