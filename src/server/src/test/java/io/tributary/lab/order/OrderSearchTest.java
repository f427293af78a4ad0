package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.TestNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Searches orders by parts of names in a large data set. */
class OrderSearchTest {
  private static final int MANY = 3_000;
  private static final int PIECE = 500;
  private static TestNode node;
  private static OrderBodies bodies;
  private static JsonNode wanted;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    bodies = new OrderBodies(node);
    wanted =
        bodies.placeOrder(
            "/patient_details/first_name=\"Xaviera\" ;; /patient_details/last_name=\"Quill-Moor\""
                + " ;; /patient_details/dob=\"1961-02-03\""
                + " ;; /patient_address/receiver_name=\"Concierge Jules\"");
    UUID like = OrderBodies.id(wanted);
    for (int first = 1; first <= MANY; first += PIECE) {
      node.db()
          .query(
              """
              with o as (
                insert into lab_order (id, team_id, environment, user_id, transaction_id, origin,
                                       lab_id, lab_test_id, modality, status, address,
                                       patient_name, dob, billing_type)
                select gen_random_uuid(), team_id, environment, user_id, transaction_id,
                       'recreation', lab_id, lab_test_id, modality, 'cancelled',
                       '{"receiver_name":"Reception"}', 'Patient Number ' || n, '1980-01-01',
                       billing_type
                  from lab_order, generate_series($2::int, $3::int) n where id = $1
                returning id, team_id, user_id, patient_name, dob)
              insert into lab_order_search (order_id, trigrams)
              select id, lab_order_trigrams(team_id, patient_name, 'Reception', dob, id, user_id)
                from o
              """,
              like,
              first,
              first + PIECE - 1);
    }
    node.db().query("analyze lab_order, lab_order_search");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<String> found(String query) {
    JsonNode page = node.get("/v3/orders?" + query).expect(200).json();
    assertEquals(page.get("total").asInt(), page.get("orders").size());
    return CatalogueTestNode.texts(page.get("orders"), "id");
  }

  private static String of(String name, String text) {
    return name + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void partsOfNamesDatesAndIdsFindTheOrder() {
    String id = wanted.get("id").asText();
    for (String query :
        List.of(
            of("patient_name", "XAVIERA Q"),
            of("patient_name", "ll-mo"),
            of("shipping_recipient_name", "rge ju"),
            of("search_input", "quill-moor"),
            of("search_input", "concierge"),
            of("search_input", "1961-02-03"),
            of("search_input", "1961-0"),
            of("search_input", id),
            of("search_input", id.substring(0, 13)),
            of("patient_name", "quill") + "&" + of("shipping_recipient_name", "jules"))) {
      assertEquals(List.of(id), found(query), query);
    }
    assertEquals(List.of(), found(of("patient_name", "quill") + "&" + of("search_input", "1980")));
    assertEquals(List.of(), found(of("search_input", id.substring(4))));
    assertEquals(List.of(), found(of("patient_name", "concierge")));
  }

  @Test
  void aKitIsFoundByTheNameItIsRegisteredWith() {
    TestOrders orders = new TestOrders(node);
    UUID id = orders.open(io.tributary.lab.state.Modality.REGISTRABLE_KIT).id();
    node.db().query("update lab_order set patient_name = 'Zenobia Later' where id = $1", id);
    node.db()
        .tx(
            tx -> {
              OrderRepo.updateSearchIndex(tx, id);
              return null;
            });
    assertEquals(List.of(id.toString()), found(of("patient_name", "zenobia")));
  }
}
