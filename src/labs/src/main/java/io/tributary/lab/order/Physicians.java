package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;

/** The platform's physicians, who sign where the customer's do not; and what numbers they have. */
final class Physicians {
  private record One(String npi, String firstName, String lastName, List<String> states) {
    static One of(String setting) {
      String[] parts = setting.split("\\|");
      return new One(parts[0], parts[1], parts[2], List.of(parts[3].split(" ")));
    }

    ObjectNode json() {
      return Json.object().put("first_name", firstName).put("last_name", lastName).put("npi", npi);
    }
  }

  private final List<One> all;

  /**
   * @param settings as in OrdersConfig
   */
  Physicians(List<String> settings) {
    this.all = settings.stream().map(One::of).toList();
  }

  /** Who signs for patients of a state; null node when nobody may. */
  JsonNode of(String state) {
    return all.stream()
        .filter(p -> p.states().contains(state))
        .findFirst()
        .<JsonNode>map(One::json)
        .orElse(NullNode.instance);
  }

  ArrayNode json() {
    ArrayNode out = Json.array();
    all.forEach(p -> out.add(p.json()));
    return out;
  }

  /** The customer's own; null node for one of these, who signs anew where he may. */
  static JsonNode sent(JsonNode physician) {
    return physician.has("licensed_states") ? physician : NullNode.instance;
  }

  /** Whether the last of ten digits is what the others ask for. */
  static boolean validNpi(String npi) {
    // Luhn over 80840 and the number: the prefix adds 24.
    int sum = 24;
    for (int i = 0; i < npi.length(); i++) {
      int digit = npi.charAt(i) - '0';
      if (i % 2 == 0) {
        digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      }
      sum += digit;
    }
    return npi.length() == 10 && sum % 10 == 0;
  }
}
