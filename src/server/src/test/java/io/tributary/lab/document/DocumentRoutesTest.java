package io.tributary.lab.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BarcodeFormat;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.event.Outbox;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Performer;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.result.IncomingReport;
import io.tributary.lab.result.LabResultFeature;
import io.tributary.lab.result.MessageSplitter;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DocumentRoutesTest {
  private static final Instant SAID = Instant.parse("2026-03-02T08:00:00Z");
  private static TestNode node;
  private static OrderLifecycle book;
  private static TestOrders orders;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    book = new OrderLifecycle(node.db(), new Outbox());
    orders = new TestOrders(node, book);
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static OrderRow known(String sample) {
    OrderRow order = orders.open(Modality.WALK_IN);
    return node.db()
        .tx(
            tx -> {
              book.assignSampleId(tx, order, sample);
              book.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              return book.lock(tx, order.id()).orElseThrow();
            });
  }

  private static byte[] pdf(String path) {
    TestResponse a = node.get(path).expect(200);
    assertEquals("application/pdf", a.header("content-type"));
    return a.bytes();
  }

  private static Observation observation(String code, ResultValue value) {
    return new Observation(
        "NM",
        CodedValue.of(code, "Name", "L"),
        "",
        value,
        "ng/mL",
        "11-307",
        List.of(),
        Optional.empty(),
        ResultAction.FINAL,
        "F",
        Optional.empty(),
        Performer.NONE,
        List.of());
  }

  private static void receiveResults(OrderRow order, PanelStatus status, Observation... all) {
    Panel panel =
        new Panel(
            "RE",
            "",
            order.sampleId().orElseThrow(),
            "A1",
            CodedValue.of("004094", "Ferritin", "L"),
            Optional.of(SAID),
            Optional.empty(),
            Optional.empty(),
            new Physician(PersonName.NONE, ""),
            status,
            "",
            List.of(),
            List.of(all),
            List.of());
    Panel rest =
        new Panel(
            "RE",
            "",
            order.sampleId().orElseThrow(),
            "A1",
            CodedValue.of("008667", "Panel", "L"),
            Optional.of(SAID),
            Optional.empty(),
            Optional.empty(),
            new Physician(PersonName.NONE, ""),
            status == PanelStatus.FINAL ? PanelStatus.ALL_MISSING : PanelStatus.NONE,
            "",
            List.of("Specimen lost"),
            List.of(),
            List.of());
    Subject ada =
        new Subject(
            List.of(),
            PersonName.of("Ada", "Example"),
            Optional.of(LocalDate.of(1990, 5, 17)),
            Sex.FEMALE,
            "",
            List.of(),
            List.of(panel, rest));
    LabReport report =
        new LabReport(
            new LabReport.Origin("LAB", Ids.randomHex(4), Optional.of(SAID), "P"),
            List.of(ada),
            List.of());
    node.db()
        .tx(
            tx ->
                LabResultFeature.intake(
                        book, new Outbox(), new ErasedSampleIds(new Encryption(new byte[32])))
                    .process(
                        tx,
                        new IncomingReport(
                            Ids.uuid(),
                            CatalogueTestNode.lab(node, "tamberline"),
                            Optional.empty(),
                            Environment.SANDBOX,
                            report),
                        MessageSplitter.NONE));
  }

  private static ResultValue number(String text) {
    return new ResultValue.Numeric(new BigDecimal(text), text);
  }

  @Test
  void aRequisitionIsThereOnceTheLaboratoryKnowsTheOrder() throws Exception {
    OrderRow fresh = orders.open(Modality.WALK_IN);
    api.assertValid(
        node.get("/v3/order/" + fresh.id() + "/requisition/pdf"), 404, "getOrderRequisitionPdf");
    OrderRow order = known("REQ-000017");
    byte[] pdf = pdf("/v3/order/" + order.id() + "/requisition/pdf");
    String text = PdfPageReader.text(pdf);
    for (String part :
        List.of("No. REQ-000017", "Ada Example", "17 May 1990", "Ferritin", "004094", "008667")) {
      assertTrue(text.contains(part), () -> part + " is not in: " + text);
    }
    assertEquals(
        "REQ-000017",
        PdfPageReader.decodeBarcode(PdfPageReader.render(pdf, 1, 100), BarcodeFormat.QR_CODE));
    node.get("/v3/order/" + Ids.uuid() + "/requisition/pdf").expect(404);
  }

  @Test
  void anImportedOrderHasNoRequisitionOfOurs() {
    OrderRow order = orders.open(Modality.WALK_IN, Optional.empty(), Optional.of("IMP-7"));
    node.get("/v3/order/" + order.id() + "/requisition/pdf").expect(404);
  }

  @Test
  void labelsAreAsManyAsAsked() throws Exception {
    OrderRow order = known("REQ-000018");
    String path = "/v3/order/" + order.id() + "/labels/pdf";
    assertEquals(3, PdfPageReader.count(pdf(path + "?collection_date=2026-03-02")));
    byte[] five = pdf(path + "?collection_date=2026-03-02&number_of_labels=5");
    assertEquals(5, PdfPageReader.count(five));
    assertTrue(PdfPageReader.text(five, 5).contains("2 Mar 2026"));
    api.assertValid(node.get(path), 422, "getOrderLabelsPdf");
    api.assertValid(node.get(path + "?collection_date=soon"), 422, "getOrderLabelsPdf");
    api.assertValid(
        node.get(path + "?collection_date=2026-03-02&number_of_labels=0"),
        422,
        "getOrderLabelsPdf");
    node.get(
            "/v3/order/"
                + orders.open(Modality.WALK_IN).id()
                + "/labels/pdf?collection_date=2026-03-02")
        .expect(404);
  }

  @Test
  void instructionsFollowTheWayOfCollection() throws Exception {
    OrderRow order = orders.open(Modality.PHLEBOTOMY);
    String text =
        PdfPageReader.text(pdf("/v3/order/" + order.id() + "/collection_instruction_pdf"));
    assertTrue(text.contains("phlebotomist"), text);
    assertTrue(text.contains("Do not eat"), "the test wants fasting: " + text);
    String shared = CatalogueTestNode.shared(node, "sandbox-wellness-walk-in").toString();
    assertTrue(
        PdfPageReader.text(pdf("/v3/lab_test/" + shared + "/collection_instruction_pdf"))
            .contains("collection site"));
    api.assertValid(
        node.get("/v3/lab_test/" + Ids.uuid() + "/collection_instruction_pdf"),
        404,
        "getLabTestCollectionInstructionPdf");
  }

  @Test
  void noOrderHasAnAdvanceNotice() {
    OrderRow order = known("REQ-000019");
    api.assertValid(node.get("/v3/order/" + order.id() + "/abn_pdf"), 404, "getOrderAbnPdf");
  }

  @Test
  void resultsAreDrawnOnceTheyAreFinal() throws Exception {
    OrderRow order = known("REQ-000020");
    String path = "/v3/order/" + order.id() + "/result/pdf";
    receiveResults(order, PanelStatus.PARTIAL, observation("004094", number("8.5")));
    api.assertValid(node.get(path), 404, "getOrderResultPdf");
    receiveResults(order, PanelStatus.FINAL, observation("004094", number("8.5")));
    String text = PdfPageReader.text(pdf(path));
    for (String part : List.of("Ferritin", "8.5", "11-307", "Low", "Specimen lost")) {
      assertTrue(text.contains(part), () -> part + " is not in: " + text);
    }
    byte[] all = pdf("/v3/order_transaction/" + order.transaction() + "/result/pdf");
    assertTrue(PdfPageReader.text(all).contains("8.5"));
    api.assertValid(node.get("/v3/order/" + order.id() + "/result"), 200, "getOrderResult");
    api.assertValid(
        node.get("/v3/order/" + order.id() + "/result/metadata"), 200, "getOrderResultMetadata");
    api.assertValid(
        node.get("/v3/order_transaction/" + order.transaction() + "/result"),
        200,
        "getOrderTransactionResult");
  }

  @Test
  void theLaboratorysOwnDocumentWins() {
    OrderRow order = known("REQ-000021");
    byte[] theirs = PdfDocumentRenderer.instructions(SampleDocuments.instructions());
    receiveResults(
        order,
        PanelStatus.PARTIAL,
        observation("004094", number("20")),
        observation("PDF", new ResultValue.Document("application/pdf", theirs)));
    assertArrayEquals(theirs, pdf("/v3/order/" + order.id() + "/result/pdf"));
  }
}
