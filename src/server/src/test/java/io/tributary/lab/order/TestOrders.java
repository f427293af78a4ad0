package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates orders through {@link OrderLifecycle} for the sandbox of the first team. */
public final class TestOrders {
  public static final JsonNode PATIENT =
      Json.parse(
          """
          {"first_name":"Ada","last_name":"Example","dob":"1990-05-17","gender":"female",
           "phone_number":"+16025550100","email":"ada@example.com","medical_proxy":null,
           "race":null,"ethnicity":null,"sexual_orientation":null,"gender_identity":null}
          """);
  public static final JsonNode ADDRESS =
      Json.parse(
          """
          {"receiver_name":"Ada Example","first_line":"1 Main Street","second_line":null,
           "city":"Phoenix","state":"AZ","zip":"85004","country":"US",
           "phone_number":"+16025550100","access_notes":null}
          """);
  public static final JsonNode SHIPPING =
      Json.parse(
          """
          {"receiver_name":"Ada Example","first_line":"1 Main Street","second_line":null,
           "city":"Phoenix","state":"AZ","zip":"85004","country":"US",
           "phone_number":"+16025550100"}
          """);

  private final TestNode node;
  private final OrderLifecycle lifecycle;

  /** Requires a node of {@link CatalogueTestNode}. */
  public TestOrders(TestNode node) {
    this(node, new OrderLifecycle(node.db(), new Outbox()));
  }

  public TestOrders(TestNode node, OrderLifecycle book) {
    this.node = node;
    this.lifecycle = book;
  }

  public OrderLifecycle lifecycle() {
    return lifecycle;
  }

  public UUID user() {
    return UUID.fromString(
        node.post("/v2/user", "{\"client_user_id\":\"u-" + Ids.uuid() + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText());
  }

  public OrderRow open(Modality modality) {
    return open(modality, Optional.empty(), Optional.empty());
  }

  /** Creates an order with two markers of one laboratory of the catalog. */
  public OrderRow open(Modality modality, Optional<Instant> activateAt, Optional<String> sample) {
    return open(node.tenant(), user(), modality, activateAt, sample);
  }

  public OrderRow open(
      Tenant tenant,
      UUID user,
      Modality modality,
      Optional<Instant> activateAt,
      Optional<String> sample) {
    List<Integer> markers =
        List.of(
            CatalogueTestNode.id(node, "tamberline", "Ferritin"),
            CatalogueTestNode.id(node, "tamberline", "Comprehensive Metabolic Panel"));
    int lab = CatalogueTestNode.lab(node, "tamberline");
    boolean registrable = modality == Modality.REGISTRABLE_KIT;
    return node.db()
        .tx(
            tx -> {
              UUID test =
                  OrderedTests.hiddenTest(
                      tx, tenant, lab, modality.collectionMethod(), true, markers);
              OrderDraft draft =
                  new OrderDraft(
                      tenant,
                      user,
                      Optional.empty(),
                      OrderOrigin.INITIAL,
                      lab,
                      Optional.empty(),
                      test,
                      markers,
                      modality,
                      registrable ? NullNode.instance : PATIENT,
                      registrable ? NullNode.instance : ADDRESS,
                      registrable ? SHIPPING : NullNode.instance,
                      OrderTerms.clientBilled(),
                      activateAt,
                      sample);
              return lifecycle.lock(tx, lifecycle.create(tx, draft).id()).orElseThrow();
            });
  }

  /** Returns the events about an order, in order. */
  public List<JsonNode> events(UUID order) {
    List<JsonNode> out = new ArrayList<>();
    for (var row :
        node.db()
            .query(
                "select body from message where event_type ^@ 'labtest.order.'"
                    + " and body is not null order by id")) {
      JsonNode event = Json.parse(row.getBuffer("body").getBytes());
      if (event.at("/data/id").asText().equals(order.toString())) {
        out.add(event);
      }
    }
    return out;
  }
}
