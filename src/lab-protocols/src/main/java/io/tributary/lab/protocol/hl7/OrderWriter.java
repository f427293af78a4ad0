package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Diagnosis;
import io.tributary.lab.protocol.LabOrder.Guarantor;
import io.tributary.lab.protocol.LabOrder.Insurance;
import io.tributary.lab.protocol.LabOrder.OrderedTest;
import io.tributary.lab.protocol.LabOrder.OrderingOrganization;
import io.tributary.lab.protocol.LabOrder.Patient;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * Writes orders as HL7 messages with the settings of one laboratory, one request per test.
 * Thread-safe.
 */
public final class OrderWriter {
  private final Hl7Profile profile;

  /** Expensive to create. */
  private final HapiParser hapi = HapiParser.forWriting();

  public OrderWriter(Hl7Profile profile) {
    this.profile = profile;
  }

  /**
   * Writes the message in UTF-8, without MLLP framing.
   *
   * @param controlId unique among our messages; a resend uses the same one
   */
  public synchronized byte[] write(LabOrder order, String controlId, Instant now) {
    OrderSegments slots = OrderSegments.of(profile.format(), hapi);
    writeHeader(slots, order, controlId, now);
    writePatient(slots, order);
    if (profile.notePosition() == Hl7Profile.NotePosition.AFTER_PATIENT) {
      for (int i = 0; i < order.notes().size(); i++) {
        writeNote(new SegmentWriter(slots.patientNote(i)), i, order.notes().get(i));
      }
    }
    new SegmentWriter(slots.visit()).set(1, "1").set(2, "O").physician(7, order.physician());
    order
        .insurance()
        .ifPresent(i -> writeInsurance(new SegmentWriter(slots.insurance()), i, order));
    order.guarantor().ifPresent(g -> writeGuarantor(new SegmentWriter(slots.guarantor()), g));
    for (int i = 0; i < order.tests().size(); i++) {
      writeTest(slots, order, i);
    }
    return OrderSegments.encode(slots, hapi).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns our number of a test within an order, counted from 1; the laboratory returns it with
   * the result.
   */
  public static String placerNumber(String sampleId, int n) {
    return sampleId + "-" + n;
  }

  private void writeHeader(OrderSegments slots, LabOrder order, String controlId, Instant now) {
    SegmentWriter f = new SegmentWriter(slots.header());
    f.set(1, "|").set(2, "^~\\&");
    f.set(3, profile.ourApplication()).set(4, order.accountNumber());
    f.set(5, profile.labApplication()).set(6, profile.labFacility());
    f.time(7, now, profile.defaultZone());
    switch (profile.format()) {
      case OML_O21 -> f.components(9, 0, "OML", "O21", "OML_O21");
      case ORM_O01 -> f.components(9, 0, "ORM", "O01", "ORM_O01");
    }
    f.set(10, controlId).set(11, profile.production() ? "P" : "T").set(12, "2.5.1");
    if (profile.enhanced()) {
      f.set(15, "AL").set(16, "AL");
    }
    f.set(18, "UNICODE UTF-8");
  }

  private void writePatient(OrderSegments slots, LabOrder order) {
    Patient p = order.patient();
    SegmentWriter f = new SegmentWriter(slots.patient());
    f.set(1, "1").set(3, 0, 1, p.id()).set(3, 0, 4, profile.ourApplication()).set(3, 0, 5, "PI");
    f.name(5, p.name()).date(7, p.birthDate()).set(8, OrderCodeTable.sex(p.sex()));
    setCoded(f, 10, OrderCodeTable.race(p.race()));
    f.address(11, p.address());
    f.phone(13, 0, p.phone());
    if (!p.email().isEmpty()) {
      f.components(13, p.phone().isEmpty() ? 0 : 1, "", "NET", "Internet", p.email());
    }
    f.set(18, order.accountNumber());
    if (profile.billCodeInAccount()) {
      f.set(18, 0, 4, OrderCodeTable.bill(order.billing()));
    }
    setCoded(f, 22, OrderCodeTable.ethnicity(p.ethnicity()));
  }

  private static void setCoded(SegmentWriter f, int field, CodedValue coded) {
    f.components(
        field,
        0,
        coded.code(),
        coded.text(),
        coded.system(),
        coded.otherCode(),
        coded.otherText(),
        coded.otherSystem());
  }

  private static void writeNote(SegmentWriter f, int n, String line) {
    f.set(1, String.valueOf(n + 1)).set(2, "P").set(3, line);
  }

  private static void writeInsurance(SegmentWriter f, Insurance i, LabOrder order) {
    f.set(1, "1");
    f.set(2, i.plan().isEmpty() ? i.payorCode() : i.plan());
    f.set(3, i.payorCode()).set(4, i.payorName()).address(5, i.payorAddress());
    f.set(8, i.groupId()).name(16, i.insured()).set(17, OrderCodeTable.relation(i.relation()));
    f.date(18, i.insuredBirthDate()).address(19, i.insuredAddress());
    f.set(36, i.memberId()).set(43, OrderCodeTable.sex(i.insuredSex()));
    f.set(47, OrderCodeTable.bill(order.billing()));
  }

  private static void writeGuarantor(SegmentWriter f, Guarantor g) {
    f.set(1, "1").name(3, g.name()).address(5, g.address()).phone(6, 0, g.phone());
    f.set(11, OrderCodeTable.relation(g.relation()));
  }

  private void writeTest(OrderSegments slots, LabOrder order, int index) {
    OrderedTest test = order.tests().get(index);
    String placer = placerNumber(order.sampleId(), index + 1);
    writeOrc(new SegmentWriter(slots.order(index)), order, placer);
    slots
        .timing(index)
        .ifPresent(t -> new SegmentWriter(t).set(1, "1").set(9, order.urgent() ? "S" : "R"));
    writeObr(new SegmentWriter(slots.request(index)), order, test, index, placer);
    if (profile.notePosition() == Hl7Profile.NotePosition.AFTER_EACH_TEST) {
      for (int i = 0; i < order.notes().size(); i++) {
        writeNote(new SegmentWriter(slots.note(index, i)), i, order.notes().get(i));
      }
    }
    writeDiagnoses(slots, order.diagnoses(), index);
    for (int i = 0; i < test.answers().size(); i++) {
      writeObx(new SegmentWriter(slots.answer(index, i)), i, test.answers().get(i));
    }
    order
        .sample()
        .ifPresent(
            sample ->
                slots
                    .sample(index)
                    .ifPresent(
                        s -> {
                          SegmentWriter f = new SegmentWriter(s);
                          f.set(1, "1").set(2, sample.id());
                          setCoded(f, 4, sample.type());
                          order
                              .collectedAt()
                              .ifPresent(at -> f.time(17, at, profile.defaultZone()));
                        }));
  }

  private void writeOrc(SegmentWriter f, LabOrder order, String placer) {
    f.set(1, OrderCodeTable.control(order.action())).set(2, placer).set(4, order.sampleId());
    f.time(9, order.orderedAt(), profile.defaultZone()).physician(12, order.physician());
    OrderingOrganization o = order.organization();
    f.set(21, o.name()).address(22, o.address()).phone(23, 0, o.phone()).address(24, o.address());
  }

  private void writeObr(
      SegmentWriter f, LabOrder order, OrderedTest test, int index, String placer) {
    f.set(1, String.valueOf(index + 1)).set(2, placer);
    f.components(4, 0, test.code(), test.name(), "L");
    if (!test.loinc().isEmpty()) {
      f.set(4, 0, 4, test.loinc()).set(4, 0, 5, test.name()).set(4, 0, 6, "LN");
    }
    order.collectedAt().ifPresent(at -> f.time(7, at, profile.defaultZone()));
    f.set(11, order.labCollects() ? "L" : "O");
    order.fasting().ifPresent(yes -> f.set(13, yes ? "FASTING" : "NOT FASTING"));
    f.physician(16, order.physician());
    if (profile.format() == Hl7Profile.Format.ORM_O01) {
      f.set(27, 0, 6, order.urgent() ? "S" : "R");
    }
    for (int i = 0; i < order.diagnoses().size(); i++) {
      Diagnosis d = order.diagnoses().get(i);
      f.components(31, i, d.code(), d.text(), profile.diagnosisSystem());
    }
  }

  private void writeDiagnoses(OrderSegments slots, List<Diagnosis> diagnoses, int test) {
    for (int i = 0; i < diagnoses.size(); i++) {
      Diagnosis d = diagnoses.get(i);
      new SegmentWriter(slots.diagnosis(test, i))
          .set(1, String.valueOf(i + 1))
          .components(3, 0, d.code(), d.text(), profile.diagnosisSystem())
          .set(6, "W");
    }
  }

  private void writeObx(SegmentWriter f, int n, AoeAnswer a) {
    f.set(1, String.valueOf(n + 1)).set(2, OrderCodeTable.valueType(a.kind()));
    f.components(3, 0, a.questionCode(), a.question(), "L");
    f.value(a);
    f.set(11, profile.answerStatus()).set(29, "QST");
  }
}
