package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Identifier;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Orders that wait for results, and a laboratory that sends results. */
public final class LabResultFixture {
  public static final String FERRITIN = "004094";
  public static final String PANEL = "008667";
  public static final List<String> PARTS =
      List.of(
          "001204", "001476", "001544", "001765", "001782", "001799", "001816", "001884", "002105",
          "002122", "002190", "002275", "002326", "002292");

  public final TestNode node;
  public final OrderLifecycle orderLifecycle;
  public final TestOrders orders;
  final ResultIntake intake;

  public LabResultFixture(TestNode node) {
    this.node = node;
    this.orderLifecycle = new OrderLifecycle(node.db(), new Outbox());
    this.orders = new TestOrders(node, orderLifecycle);
    this.intake =
        LabResultFeature.intake(
            orderLifecycle, new Outbox(), new ErasedSampleIds(new Encryption(new byte[32])));
  }

  public int lab() {
    return CatalogueTestNode.lab(node, "tamberline");
  }

  /** Creates an order with a number of the laboratory. */
  public OrderRow waitingOrder(Modality modality, LowStatus... steps) {
    OrderRow order = orders.open(modality);
    String sample = "T" + Ids.randomHex(6).toUpperCase();
    return node.db()
        .tx(
            tx -> {
              orderLifecycle.assignSampleId(tx, order, sample);
              Arrays.stream(steps).forEach(s -> orderLifecycle.move(tx, order, Status.of(s)));
              return orderLifecycle.lock(tx, order.id()).orElseThrow();
            });
  }

  public OrderRow waitingOrder() {
    return waitingOrder(Modality.WALK_IN, LowStatus.REQUISITION_CREATED);
  }

  public OrderRow now(OrderRow order) {
    return node.db().tx(tx -> orderLifecycle.lock(tx, order.id()).orElseThrow());
  }

  public static Panel ferritin(PanelStatus status, String value) {
    return TestReports.panel(
        FERRITIN,
        status,
        TestReports.numeric(FERRITIN, value, "ng/mL", "11-307", Optional.empty()));
  }

  public static Panel panel(PanelStatus status) {
    return TestReports.panel(
        PANEL,
        status,
        PARTS.stream()
            .map(code -> TestReports.numeric(code, "5.5", "mmol/L", "3-7", Optional.empty()))
            .toArray(LabReport.Observation[]::new));
  }

  static Panel of(OrderRow order, Panel p) {
    return withSampleId(order.sampleId().orElseThrow(), p);
  }

  static Panel withSampleId(String sample, Panel p) {
    return new Panel(
        p.control(),
        sample.isEmpty() ? "" : sample + "-1",
        sample,
        p.filler(),
        p.code(),
        p.collectedAt(),
        p.receivedAt(),
        p.reportedAt(),
        p.provider(),
        p.status(),
        p.statusCode(),
        p.notes(),
        p.observations(),
        p.samples());
  }

  static Subject ada(List<Panel> panels) {
    return person("ADA", "EXAMPLE", LocalDate.of(1990, 5, 17), panels);
  }

  static Subject person(String given, String family, LocalDate born, List<Panel> panels) {
    return new Subject(
        List.of(new Identifier("1", "", "PI")),
        PersonName.of(given, family),
        Optional.of(born),
        Sex.FEMALE,
        "",
        List.of(),
        panels);
  }

  static LabReport report(Instant at, Subject... subjects) {
    return new LabReport(
        new LabReport.Origin("LAB", Ids.randomHex(8), Optional.of(at), "P"),
        List.of(subjects),
        List.of());
  }

  /**
   * Receives a report on the shared account, which is the first team's as long as no other team
   * uses it.
   */
  IntakeOutcome receive(UUID raw, LabReport report) {
    return receive(raw, Optional.of("1234567890"), report);
  }

  IntakeOutcome receive(UUID raw, Optional<String> account, LabReport report) {
    return node.db()
        .tx(
            tx ->
                intake.process(
                    tx,
                    new IncomingReport(raw, lab(), account, Environment.SANDBOX, report),
                    MessageSplitter.NONE));
  }

  /** Receives a message about Ada's order. */
  public IntakeOutcome receiveFor(OrderRow order, int hour, Panel... panels) {
    return receive(
        Ids.uuid(),
        report(TestReports.at(hour), ada(Arrays.stream(panels).map(p -> of(order, p)).toList())));
  }

  public JsonNode result(OrderRow order) {
    return node.get("/v3/order/" + order.id() + "/result").expect(200).json();
  }

  /** Returns the events of a type that contain this text. */
  List<JsonNode> events(String type, String about) {
    List<JsonNode> out = new ArrayList<>();
    RowMapping.list(
            node.db().query("select body from message where event_type = $1 order by id", type),
            r -> Json.parse(r.getBuffer("body").getBytes()))
        .stream()
        .filter(e -> e.toString().contains(about))
        .forEach(out::add);
    return out;
  }

  void lab(String labSwitch, boolean on) {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"" + labSwitch + "\":" + on + "}}")
        .expect(200);
  }
}
