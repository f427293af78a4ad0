package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Request bodies of orders for the laboratories that ship with the service. */
public final class OrderBodies {
  private final TestNode node;
  private final Map<String, String> placeholders = new LinkedHashMap<>();

  public OrderBodies(TestNode node) {
    this.node = node;
    for (var test :
        Map.of(
                "walk", "sandbox-wellness-walk-in",
                "home", "sandbox-thyroid-at-home",
                "site", "sandbox-metabolic-on-site",
                "kit", "sandbox-hormones-kit")
            .entrySet()) {
      placeholders.put(test.getKey(), CatalogueTestNode.shared(node, test.getValue()).toString());
    }
    placeholders.put("ferritin", marker("tamberline", "Ferritin"));
    placeholders.put("ferritin2", marker("ostrelle", "Ferritin"));
    placeholders.put("urine", marker("fernholt", "Urine culture"));
    placeholders.put("source", question("fernholt", "Urine culture", "SRCE"));
    LocalDate today = LocalDate.now(ZoneId.of("America/Phoenix"));
    placeholders.put("minor", today.minusYears(18).plusDays(1).toString());
    placeholders.put("adult", today.minusYears(18).toString());
    placeholders.put("yesterday", today.minusDays(1).toString());
    placeholders.put("later", today.plusDays(30).toString());
    placeholders.put("1000", "x".repeat(1000));
    placeholders.put("1001", "x".repeat(1001));
  }

  private String marker(String lab, String name) {
    return String.valueOf(CatalogueTestNode.id(node, lab, name));
  }

  private String question(String lab, String name, String code) {
    return String.valueOf(
        RowMapping.list(
                node.db()
                    .query(
                        "select id from marker_question where marker_id = $1 and code = $2",
                        CatalogueTestNode.id(node, lab, name),
                        code),
                r -> r.getLong("id"))
            .getFirst());
  }

  public void placeholderValue(String name, String value) {
    placeholders.put(name, value);
  }

  /** Replaces the placeholders. */
  public String replacePlaceholders(String text) {
    String out = text;
    for (Map.Entry<String, String> w : placeholders.entrySet()) {
      out = out.replace("{" + w.getKey() + "}", w.getValue());
    }
    return out;
  }

  public String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"o-" + Ids.uuid() + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  /** Returns a valid walk-in order. */
  public ObjectNode walkIn(String user) {
    return (ObjectNode)
        Json.parse(
            replacePlaceholders(
                """
                {"user_id":"%s","order_set":{"lab_test_ids":["{walk}"]},
                 "patient_details":{"first_name":"Ada","last_name":"Example","dob":"1990-05-17",
                   "gender":"female","phone_number":"+16025550100","email":"ada@example.com"},
                 "patient_address":{"receiver_name":"Ada Example","first_line":"1 Main Street",
                   "city":"Phoenix","state":"AZ","zip":"85004","country":"US"}}
                """
                    .formatted(user)));
  }

  /** Applies changes in the format of rules.csv. */
  public ObjectNode applyChanges(ObjectNode body, String changes) {
    for (String change : changes.split(";;")) {
      if (!change.isBlank()) {
        int at = change.indexOf('=');
        set(
            body,
            change.substring(0, at).strip(),
            replacePlaceholders(change.substring(at + 1).strip()));
      }
    }
    return body;
  }

  private static void set(ObjectNode body, String pointer, String value) {
    int last = pointer.lastIndexOf('/');
    ObjectNode parent = (ObjectNode) (last == 0 ? body : body.at(pointer.substring(0, last)));
    String name = pointer.substring(last + 1);
    if (value.isEmpty()) {
      parent.remove(name);
    } else {
      parent.set(name, Json.parse(value));
    }
  }

  /** Places an order of the first team in its sandbox. */
  public JsonNode placeOrder(String changes) {
    return node.post("/v3/order/create", applyChanges(walkIn(user()), changes).toString())
        .expect(200)
        .json()
        .get("order");
  }

  public static UUID id(JsonNode order) {
    return UUID.fromString(order.get("id").asText());
  }
}
