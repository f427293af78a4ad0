package io.tributary.lab.protocol.hl7;

import static io.tributary.lab.protocol.hl7.Hl7TestOrders.NOW;
import static io.tributary.lab.protocol.hl7.Hl7TestOrders.TSH;
import static io.tributary.lab.protocol.hl7.Hl7TestOrders.copy;
import static io.tributary.lab.protocol.hl7.Hl7TestOrders.order;
import static io.tributary.lab.protocol.hl7.Hl7TestOrders.profile;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.model.v251.message.OML_O21;
import ca.uhn.hl7v2.model.v251.message.ORM_O01;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Billing;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.OrderingOrganization;
import io.tributary.lab.protocol.LabOrder.Patient;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.protocol.hl7.Hl7Profile.Format;
import io.tributary.lab.protocol.hl7.Hl7Profile.NotePosition;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OrderWriterTest {
  private static String write(Hl7Profile profile, LabOrder order) {
    return new String(new OrderWriter(profile).write(order, "M1", NOW), UTF_8);
  }

  private static List<String> lines(Hl7Profile profile, LabOrder order) {
    return List.of(write(profile, order).split("\r"));
  }

  private static String line(Hl7Profile profile, LabOrder order, String name) {
    return lines(profile, order).stream().filter(l -> l.startsWith(name)).findFirst().orElse("");
  }

  @Test
  void theNewerMessageIsWrittenAsAgreed() {
    String staff = "1234567893^House^Gregory^^^^^^CMS&2.16.840.1.113883.4.6&ISO^^^^NPI";
    String home = "1 Main St^Apt 2^Phoenix^AZ^85004^US";
    String office = "9 Elm St^^Tempe^AZ^85281^US";
    String tail = "^PRN^PH^^1^480^5550111";
    assertEquals(
        List.of(
            "MSH|^~\\&|TRIBUTARY|ACC1|LIS|LAB|20260202210506-0700||OML^O21^OML_O21|M1|P|2.5.1||||||UNICODE"
                + " UTF-8",
            "PID|1||u-1^^^TRIBUTARY^PI||Hall^Shea||19800229|F||2028-9^Asian^HL70005|"
                + home
                + "||^PRN^PH^^1^415^5550100~^NET^Internet^shea@example.com|||||ACC1||||N^Not"
                + " Hispanic or Latino^HL70189",
            "NTE|1|P|line one",
            "NTE|2|P|line \\T\\ two",
            "PV1|1|O|||||" + staff,
            "IN1|1|60054|60054|Payor|"
                + office
                + "|||G7||||||||Hall^Max|SPO|19790102|"
                + home
                + "|||||||||||||||||M7|||||||M||||T",
            "GT1|1||Hall^Max||" + home + "|^PRN^PH^^^^^^^^^+442071234567|||||SPO",
            "ORC|NW|S1-1||S1|||||20260202210506-0700|||"
                + staff
                + "|||||||||Clinic|"
                + office
                + "|"
                + tail
                + "|"
                + office,
            "TQ1|1||||||||R",
            "OBR|1|S1-1||005009^CBC^L^58410-2^CBC^LN|||20260202210506-0700||||O||FASTING|||"
                + staff
                + "|||||||||||||||E78.5^Hyperlipidemia^I10C",
            "DG1|1||E78.5^Hyperlipidemia^I10C|||W",
            "OBX|1|CWE|Q1^Fasting?^L||Y^Yes^L||||||O||||||||||||||||||QST",
            "OBX|2|NM|Q2^Weight^L||150||||||O||||||||||||||||||QST",
            "OBX|3|ST|Q3^Drugs^L||none \\F\\ known||||||O||||||||||||||||||QST",
            "SPM|1|SMP-1||SER^Serum^HL70487|||||||||||||20260202210506-0700"),
        lines(
                profile(Format.OML_O21),
                order(OrderAction.PLACE, false, List.of("line one", "line & two")))
            .subList(0, 15));
  }

  @Test
  void everyTestHasItsOwnRequest() {
    List<String> lines = lines(profile(Format.OML_O21), order(OrderAction.PLACE, false, List.of()));
    assertEquals(2, lines.stream().filter(l -> l.startsWith("ORC|NW|S1-")).count());
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("OBR|2|S1-2||004259^TSH^L|")));
    assertEquals(2, lines.stream().filter(l -> l.startsWith("DG1|")).count());
    assertEquals(3, lines.stream().filter(l -> l.startsWith("OBX|")).count());
  }

  @Test
  void theOlderMessageHasItsPriorityElsewhereAndNoSample() {
    Hl7Profile orm = profile(Format.ORM_O01);
    LabOrder urgent = order(OrderAction.PLACE, true, List.of());
    assertTrue(line(orm, urgent, "MSH").contains("|ORM^O01^ORM_O01|"));
    assertTrue(line(orm, urgent, "OBR").contains("|^^^^^S|"), line(orm, urgent, "OBR"));
    assertEquals("", line(orm, urgent, "TQ1"));
    assertEquals("", line(orm, urgent, "SPM"));
    assertTrue(line(orm, order(OrderAction.PLACE, false, List.of()), "OBR").contains("|^^^^^R|"));
    assertEquals("TQ1|1||||||||S", line(profile(Format.OML_O21), urgent, "TQ1"));
  }

  @Test
  void wishesHaveTheirControls() {
    Hl7Profile oml = profile(Format.OML_O21);
    assertTrue(line(oml, order(OrderAction.CANCEL, false, List.of()), "ORC").startsWith("ORC|CA|"));
    assertTrue(line(oml, order(OrderAction.CHANGE, false, List.of()), "ORC").startsWith("ORC|XO|"));
  }

  @Test
  void aProfileChangesTheDialect() {
    Hl7Profile odd =
        new Hl7Profile(
            "WE",
            "LIS",
            "LAB",
            false,
            Format.OML_O21,
            true,
            "I10",
            "F",
            true,
            NotePosition.AFTER_EACH_TEST,
            ZoneId.of("UTC"),
            UTF_8,
            Map.of());
    LabOrder order = order(OrderAction.PLACE, false, List.of("note"));
    List<String> lines = lines(odd, order);
    assertTrue(lines.getFirst().contains("|M1|T|2.5.1|||AL|AL|"), lines.getFirst());
    assertTrue(line(odd, order, "PID").contains("|ACC1^^^T|"));
    assertEquals("DG1|1||E78.5^Hyperlipidemia^I10|||W", line(odd, order, "DG1"));
    assertTrue(line(odd, order, "OBX").endsWith("|F||||||||||||||||||QST"));
    assertEquals(2, lines.stream().filter(l -> l.equals("NTE|1|P|note")).count());
    assertTrue(lines.indexOf("NTE|1|P|note") > lines.indexOf("TQ1|1||||||||R"));
  }

  @Test
  void anotherReaderFindsTheMessageValid() throws Exception {
    try (HapiContext strict = new DefaultHapiContext()) {
      // In greedy mode the second order is parsed as a prior result of the first, because the
      // grammar allows both.
      strict.getParserConfiguration().setNonGreedyMode(true);
      OML_O21 oml =
          assertInstanceOf(
              OML_O21.class,
              strict
                  .getPipeParser()
                  .parse(
                      write(
                          profile(Format.OML_O21),
                          order(OrderAction.PLACE, true, List.of("a|b", "c")))));
      assertEquals(2, oml.getORDERReps());
      assertEquals("a|b", oml.getPATIENT().getNTE(0).getNte3_Comment(0).getValue());
      assertEquals(
          "none | known",
          oml.getORDER(0)
              .getOBSERVATION_REQUEST()
              .getOBSERVATION(2)
              .getOBX()
              .getObx5_ObservationValue(0)
              .encode()
              .replace("\\F\\", "|"));
      assertEquals(
          "SMP-1",
          oml.getORDER(1)
              .getOBSERVATION_REQUEST()
              .getSPECIMEN()
              .getSPM()
              .getSpm2_SpecimenID()
              .getEip1_PlacerAssignedIdentifier()
              .getEi1_EntityIdentifier()
              .getValue());
      assertTrue(oml.getNonStandardNames().isEmpty());
      ORM_O01 orm =
          assertInstanceOf(
              ORM_O01.class,
              strict
                  .getPipeParser()
                  .parse(
                      write(
                          profile(Format.ORM_O01), order(OrderAction.PLACE, true, List.of("n")))));
      assertEquals(2, orm.getORDERReps());
      assertEquals(
          "005009",
          orm.getORDER(0)
              .getORDER_DETAIL()
              .getOBR()
              .getUniversalServiceIdentifier()
              .getCe1_Identifier()
              .getValue());
    }
  }

  @Test
  void hostileTextsStayWhereTheyWerePut() {
    String bad = "x|y^z&~\\\rPID|9||evil\u000B\u001C\r\nMSH|";
    LabOrder order =
        new LabOrder(
            OrderAction.PLACE,
            "S1",
            "ACC1",
            NOW,
            new Patient(
                "u-1",
                PersonName.of(bad, bad),
                LocalDate.of(1980, 2, 29),
                Sex.UNKNOWN,
                "",
                "",
                new PostalAddress(bad, bad, bad, bad, bad, bad),
                bad,
                bad),
            new Physician(PersonName.of(bad, bad), ""),
            new OrderingOrganization(bad, PostalAddress.NONE, ""),
            List.of(
                new LabOrder.OrderedTest(
                    bad, bad, bad, List.of(new AoeAnswer(bad, bad, AnswerKind.TEXT, bad, "")))),
            List.of(),
            Billing.CLIENT,
            Optional.empty(),
            Optional.empty(),
            List.of(bad),
            false,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    for (Format format : Format.values()) {
      String text = write(profile(format), order);
      assertFalse(text.contains("\u000B") || text.contains("\u001C") || text.contains("\n"));
      List<String> names = List.of(text.split("\r")).stream().map(l -> l.substring(0, 3)).toList();
      assertEquals(1, names.stream().filter("PID"::equals).count());
      assertEquals(1, names.stream().filter("MSH"::equals).count());
      String pid = List.of(text.split("\r")).get(1);
      String name =
          MessageDelimiters.DEFAULT
              .components(MessageDelimiters.DEFAULT.fields(pid).get(5))
              .getFirst();
      assertEquals(
          bad.replace("\r\n", "\n").replace("\r", "\n"),
          MessageDelimiters.DEFAULT.unescape(name, UTF_8));
    }
  }

  @Test
  void whatIsNotKnownIsNotWritten() {
    LabOrder bare =
        new LabOrder(
            OrderAction.PLACE,
            "S1",
            "",
            NOW,
            new Patient(
                "u-1",
                PersonName.of("A", "B"),
                LocalDate.of(2000, 1, 1),
                Sex.OTHER,
                "",
                "",
                PostalAddress.NONE,
                "",
                ""),
            new Physician(PersonName.of("C", "D"), ""),
            new OrderingOrganization("", PostalAddress.NONE, ""),
            List.of(TSH),
            List.of(),
            Billing.CLIENT,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            false,
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    List<String> lines = lines(profile(Format.OML_O21), bare);
    assertEquals(
        List.of("MSH", "PID", "PV1", "ORC", "TQ1", "OBR"),
        lines.stream().map(l -> l.substring(0, 3)).toList());
    assertEquals("PID|1||u-1^^^TRIBUTARY^PI||B^A||20000101|O", lines.get(1));
    assertEquals("OBR|1|S1-1||004259^TSH^L|||||||L|||||^D^C", lines.get(5));
  }

  @Test
  void anOrderWithoutTestOrNumberOrPayorIsNone() {
    LabOrder good = order(OrderAction.PLACE, false, List.of());
    assertThrows(
        IllegalArgumentException.class, () -> copy(good, "", good.tests(), good.insurance()));
    assertThrows(
        IllegalArgumentException.class, () -> copy(good, "S", List.of(), good.insurance()));
    assertThrows(
        IllegalArgumentException.class, () -> copy(good, "S", good.tests(), Optional.empty()));
  }
}
