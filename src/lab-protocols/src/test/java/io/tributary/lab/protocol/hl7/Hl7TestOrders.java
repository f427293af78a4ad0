package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Billing;
import io.tributary.lab.protocol.LabOrder.Diagnosis;
import io.tributary.lab.protocol.LabOrder.Guarantor;
import io.tributary.lab.protocol.LabOrder.Insurance;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.OrderSample;
import io.tributary.lab.protocol.LabOrder.OrderingOrganization;
import io.tributary.lab.protocol.LabOrder.Patient;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.LabOrder.Relation;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.protocol.hl7.Hl7Profile.Format;
import io.tributary.lab.protocol.hl7.Hl7Profile.NotePosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An order with every field set, and its expected encoding. */
public final class Hl7TestOrders {
  public static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

  static final PostalAddress HOME =
      new PostalAddress("1 Main St", "Apt 2", "Phoenix", "AZ", "85004", "US");

  static final PostalAddress OFFICE =
      new PostalAddress("9 Elm St", "", "Tempe", "AZ", "85281", "US");

  static final Physician HOUSE = new Physician(PersonName.of("Gregory", "House"), "1234567893");

  static final Patient SHEA =
      new Patient(
          "u-1",
          PersonName.of("Shea", "Hall"),
          LocalDate.of(1980, 2, 29),
          Sex.FEMALE,
          "asian",
          "non_hispanic",
          HOME,
          "+14155550100",
          "shea@example.com");

  static final LabOrder.OrderedTest CBC =
      new LabOrder.OrderedTest(
          "005009",
          "CBC",
          "58410-2",
          List.of(
              new AoeAnswer("Q1", "Fasting?", AnswerKind.CHOICE, "Y", "Yes"),
              new AoeAnswer("Q2", "Weight", AnswerKind.NUMBER, "150", ""),
              new AoeAnswer("Q3", "Drugs", AnswerKind.TEXT, "none | known", "")));

  static final LabOrder.OrderedTest TSH = new LabOrder.OrderedTest("004259", "TSH", "", List.of());

  private Hl7TestOrders() {}

  public static LabOrder order(OrderAction wish, boolean urgent, List<String> notes) {
    return new LabOrder(
        wish,
        "S1",
        "ACC1",
        NOW,
        SHEA,
        HOUSE,
        new OrderingOrganization("Clinic", OFFICE, "+14805550111"),
        List.of(CBC, TSH),
        List.of(new Diagnosis("E78.5", "Hyperlipidemia")),
        Billing.INSURANCE,
        Optional.of(
            new Insurance(
                "",
                "60054",
                "Payor",
                OFFICE,
                "G7",
                "M7",
                Relation.SPOUSE,
                PersonName.of("Max", "Hall"),
                LocalDate.of(1979, 1, 2),
                Sex.MALE,
                HOME)),
        Optional.of(
            new Guarantor(PersonName.of("Max", "Hall"), HOME, "+442071234567", Relation.SPOUSE)),
        notes,
        urgent,
        false,
        Optional.of(true),
        Optional.of(NOW),
        Optional.of(new OrderSample("SMP-1", CodedValue.of("SER", "Serum", "HL70487"))));
  }

  public static Hl7Profile profile(Format format) {
    return new Hl7Profile(
        "TRIBUTARY",
        "LIS",
        "LAB",
        true,
        format,
        false,
        "I10C",
        "O",
        false,
        NotePosition.AFTER_PATIENT,
        ZoneId.of("America/Phoenix"),
        StandardCharsets.ISO_8859_1,
        Map.of());
  }

  static LabOrder copy(
      LabOrder o,
      String sampleId,
      List<LabOrder.OrderedTest> tests,
      Optional<Insurance> insurance) {
    return new LabOrder(
        o.action(),
        sampleId,
        o.accountNumber(),
        o.orderedAt(),
        o.patient(),
        o.physician(),
        o.organization(),
        tests,
        o.diagnoses(),
        o.billing(),
        insurance,
        o.guarantor(),
        o.notes(),
        o.urgent(),
        o.labCollects(),
        o.fasting(),
        o.collectedAt(),
        o.sample());
  }
}
