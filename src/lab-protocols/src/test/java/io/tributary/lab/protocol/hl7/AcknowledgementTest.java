package io.tributary.lab.protocol.hl7;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import io.tributary.lab.protocol.hl7.Acknowledgement.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AcknowledgementTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final String RESULT =
      "MSH|^~\\&|LIS^1.2.3^ISO|LAB|TRIBUTARY|ACC1|20260203040000-0500||ORU^R01^ORU_R01|M-7|P|2.5.1"
          + "\rPID|1\r";

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static MessageHeader header(String text) {
    return MessageHeader.read(bytes(text));
  }

  private static List<String> answers(String message, Verdict verdict) {
    return Acknowledgement.of(header(message), verdict, NOW, () -> "A1").stream()
        .map(b -> new String(b, ISO_8859_1))
        .toList();
  }

  private static ErrorCode faultOf(String message) {
    return assertThrows(Hl7Fault.class, () -> header(message)).code();
  }

  private static Verdict refused(ErrorCode code) {
    return Verdict.rejected(new Hl7Fault(code, "MSH-10", "no | id"));
  }

  @Test
  void aHeaderIsReadWhole() {
    MessageHeader h = header(RESULT);
    assertEquals("LIS^1.2.3^ISO", h.sendingApplication());
    assertEquals("LIS/LAB", h.sender());
    assertEquals("ORU", h.type());
    assertEquals("R01", h.event());
    assertEquals("M-7", h.controlId());
    assertEquals("P", h.processingId());
    assertEquals("2.5.1", h.version());
    assertFalse(h.isEnhanced());
    assertEquals(Optional.empty(), h.charset());
  }

  @Test
  void headersAreReadLiberally() {
    assertEquals("7", header("\u00EF\u00BB\u00BF\r\nMSH|^~\\&|||||||ORU^R01|7").controlId());
    assertEquals("7", header("MSH#*+!%#a#b#c#d###ORU*R01#7#P#2.3\nPID#").controlId());
    assertEquals("7", header("MSH|^~\\&#|||||||ORU^R01|7|P|2.7").controlId());
    assertEquals("2.4", header("MSH|^~\\&|||||||oru^r01| 7 |P^T|2.4^USA").version());
    assertEquals("ORU", header("MSH|^~\\&|||||||oru^r01|7").type());
    assertEquals(
        Optional.of(StandardCharsets.UTF_8),
        header("MSH|^~\\&|||||||ORU^R01|7|P|2.5.1||||||UNICODE UTF-8").charset());
    assertEquals(
        Optional.of(StandardCharsets.ISO_8859_1),
        header("MSH|^~\\&|||||||ORU^R01|7|P|2.5.1||||||8859/1~UTF-8").charset());
    assertEquals(
        Optional.empty(), header("MSH|^~\\&|||||||ORU^R01|7|P|2.5.1||||||KLINGON").charset());
  }

  @Test
  void whatHasNoHeaderIsRefused() {
    for (String bad :
        List.of("", "PID|1\r", "MSH", "MSH|^~\\&", "msh|^~\\&|a", "\rnothing\r", "MS")) {
      assertEquals(ErrorCode.SEGMENT_SEQUENCE, faultOf(bad), bad);
    }
    assertEquals(ErrorCode.SEGMENT_SEQUENCE, faultOf("MSH|^~\\&|" + "x".repeat(5000)));
  }

  @Test
  void encodingCharactersThatPartNothingAreRefused() {
    for (String bad : List.of("MSH|^~|aaaa|b", "MSH|^^\\&|a|b", "MSH|abcd|a|b", "MSHx^~\\&xaxb")) {
      Hl7Fault fault = assertThrows(Hl7Fault.class, () -> header(bad), bad);
      assertEquals("MSH-2", fault.location());
    }
    assertEquals(ErrorCode.DATA_TYPE, faultOf("MSH|^~\\&|||||||ORU^R01|" + "7".repeat(200) + "|P"));
  }

  @Test
  void anyBytesAreAHeaderOrAFault() {
    Random random = new Random(3);
    byte[] good = bytes(RESULT);
    int faults = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      for (int k = 0; k < 3; k++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      try {
        MessageHeader h = MessageHeader.read(bad);
        Acknowledgement.of(h, refused(ErrorCode.INTERNAL), NOW, () -> "A")
            .forEach(OrderResponse::read);
      } catch (Hl7Fault e) {
        faults++;
      }
    }
    assertTrue(faults > 0);
  }

  @Test
  void aStoredMessageIsAccepted() {
    assertEquals(
        List.of(
            "MSH|^~\\&|TRIBUTARY|ACC1|LIS^1.2.3^ISO|LAB|20260203040506+0000||ACK^R01^ACK|A1|P|2.5.1"
                + "\rMSA|AA|M-7\r"),
        answers(RESULT, Verdict.accepted()));
  }

  @Test
  void aRefusalNamesItsReason() {
    String expected =
        "MSA|AE|M-7\rERR||MSH^10|101^Required field missing^HL70357|E||||no \\F\\ id\r";
    String answer = answers(RESULT, refused(ErrorCode.REQUIRED_FIELD_MISSING)).getFirst();
    assertTrue(answer.endsWith(expected), answer);
    assertTrue(answers(RESULT, refused(ErrorCode.INTERNAL)).getFirst().contains("\rMSA|AR|M-7\r"));
  }

  @Test
  void olderSendersAreAnsweredInTheirWay() {
    String answer = answers(RESULT.replace("2.5.1", "2.3"), refused(ErrorCode.INTERNAL)).getFirst();
    assertTrue(answer.contains("|ACK^R01|A1|P|2.3\r"), answer);
    assertTrue(answer.contains("\rMSA|AR|M-7|no \\F\\ id\r"), answer);
    assertTrue(answer.endsWith("ERR|MSH^^10^207&Application internal error&HL70357\r"), answer);
  }

  @Test
  void answersSpeakWithTheSendersDelimiters() {
    String answer =
        answers("MSH#*+!%#LIS*1#LAB#WE#ACC###ORU*R01#M7#P#2.5.1\r", refused(ErrorCode.INTERNAL))
            .getFirst();
    assertTrue(answer.startsWith("MSH#*+!%#WE#ACC#LIS*1#LAB#"), answer);
    OrderResponse read = OrderResponse.read(bytes(answer));
    assertEquals(AckCode.AR, read.code());
    assertEquals("M7", read.controlId());
    assertEquals("207", read.errors().getFirst().code());
  }

  @Test
  void theEnhancedModeIsAnsweredAsWished() {
    Verdict good = Verdict.accepted();
    Verdict bad = refused(ErrorCode.INTERNAL);
    assertEquals(List.of("CA", "AA"), codes("AL", "AL", good));
    assertEquals(List.of("CR"), codes("AL", "AL", bad));
    assertEquals(List.of("CA"), codes("AL", "NE", good));
    assertEquals(List.of("AA"), codes("NE", "AL", good));
    assertEquals(List.of("AR"), codes("NE", "AL", bad));
    assertEquals(List.of(), codes("NE", "NE", good));
    assertEquals(List.of(), codes("ER", "ER", good));
    assertEquals(List.of("CR"), codes("ER", "ER", bad));
    assertEquals(List.of("CA", "AA"), codes("SU", "SU", good));
    assertEquals(List.of(), codes("SU", "SU", bad));
    assertEquals(List.of("CE"), codes("AL", "", refused(ErrorCode.DATA_TYPE)));
  }

  private static List<String> codes(String accept, String application, Verdict verdict) {
    String message =
        "MSH|^~\\&|L|F|W|A|||ORU^R01^ORU_R01|M1|P|2.5.1|||" + accept + "|" + application + "\r";
    return Acknowledgement.of(header(message), verdict, NOW, () -> "A").stream()
        .map(b -> OrderResponse.read(b).code().name())
        .toList();
  }

  @Test
  void evenNonsenseIsAnswered() {
    Hl7Fault fault = assertThrows(Hl7Fault.class, () -> header("nonsense"));
    OrderResponse answer =
        OrderResponse.read(Acknowledgement.forUnreadableHeader("WE", fault, NOW, "A9"));
    assertEquals(AckCode.AE, answer.code());
    assertEquals("", answer.controlId());
    assertEquals("100", answer.errors().getFirst().code());
    assertEquals("WE/", answer.header().sender());
  }

  @Test
  void answersOfLaboratoriesAreRead() {
    OrderResponse answer =
        OrderResponse.read(
            bytes(
                "MSH|^~\\&|LIS|LAB|WE|ACC|20260101||ORL^O22^ORL_O22|X|P|2.5.1\n"
                    + "MSA|AA|M1|fi\\T\\n"
                    + "e\n"
                    + "PID|1\n"
                    + "ORC|OK|S1-1|F77^LIS\n"
                    + "OBR|1\n"
                    + "ORC|UA|S1-2|\n"));
    assertEquals("M1", answer.controlId());
    assertEquals("fi&ne", answer.text());
    assertEquals(
        List.of(
            new OrderResponse.OrderOutcome("OK", "S1-1", "F77"),
            new OrderResponse.OrderOutcome("UA", "S1-2", "")),
        answer.orderOutcomes());
    assertEquals(NextStep.HOLD, AckPolicy.nextStep(answer));
  }

  @Test
  void errorsOfBothGenerationsAreRead() {
    String head = "MSH|^~\\&|L|F|W|A|||ACK|X|P|2.5\rMSA|AE|M1\r";
    assertEquals(
        new OrderResponse.ResponseError("102", "bad date", "PID^1^7"),
        problem(head + "ERR||PID^1^7|102^Data type error^HL70357|E||||bad date"));
    assertEquals(
        new OrderResponse.ResponseError("207", "Application internal error", "PID"),
        problem(head + "ERR|PID^1^7^207&Application internal error&HL70357"));
    assertEquals(new OrderResponse.ResponseError("", "", ""), problem(head + "ERR|"));
  }

  private static OrderResponse.ResponseError problem(String message) {
    return OrderResponse.read(bytes(message)).errors().getFirst();
  }

  @Test
  void whatAnswersNothingIsNoAnswer() {
    String head = "MSH|^~\\&|L|F|W|A|||ACK|X|P|2.5\r";
    assertThrows(Hl7Fault.class, () -> OrderResponse.read(bytes(head)));
    assertThrows(Hl7Fault.class, () -> OrderResponse.read(bytes(head + "MSA|OK|M1")));
    assertThrows(Hl7Fault.class, () -> OrderResponse.read(bytes(head + "MSA")));
    assertFalse(OrderResponse.isResponse(bytes(head + "NTE|MSA|x")));
    assertFalse(OrderResponse.isResponse(bytes("MSA|AA|1")));
    assertTrue(OrderResponse.isResponse(bytes(head + "MSA|AA|M1")));
  }

  @Test
  void theNextStepFollowsTheContract() {
    assertEquals(NextStep.DELIVERED, next("MSA|AA|1"));
    assertEquals(NextStep.AWAIT_APPLICATION, next("MSA|CA|1"));
    assertEquals(NextStep.PARK, next("MSA|AE|1"));
    assertEquals(NextStep.PARK, next("MSA|CE|1"));
    for (String code : List.of("AR", "CR")) {
      assertEquals(NextStep.RESEND, next("MSA|" + code + "|1"));
      for (int error : new int[] {206, 207}) {
        assertEquals(NextStep.RESEND, next("MSA|" + code + "|1\rERR|||" + error));
      }
      for (int error = 200; error <= 205; error++) {
        assertEquals(NextStep.PARK, next("MSA|" + code + "|1\rERR|||" + error));
      }
    }
    assertEquals(NextStep.DELIVERED, next("MSA|AA|1\rORC|OK|a\rORC|OK|b"));
    assertEquals(NextStep.CANCEL_CONFIRMED, next("MSA|AA|1\rORC|CR|a\rORC|CR|b"));
    assertEquals(NextStep.CANCEL_REFUSED, next("MSA|AA|1\rORC|CR|a\rORC|UC|b"));
    assertEquals(NextStep.CANCELLED_BY_LAB, next("MSA|AA|1\rORC|OC|a"));
    assertEquals(NextStep.PARK, next("MSA|AA|1\rORC|UC|a\rORC|UA|b"));
    assertEquals(NextStep.PARK, next("MSA|AA|1\rORC|UA|a\rORC|UX|b"));
    assertEquals(NextStep.PARK, next("MSA|AE|1\rORC|UA|a"));
    assertEquals(NextStep.HOLD, next("MSA|AA|1\rORC|UA|a\rORC|OK|b"));
    assertEquals(NextStep.HOLD, next("MSA|AA|1\rORC|CR|a\rORC|UA|b"));
    assertEquals(NextStep.HOLD, next("MSA|AA|1\rORC|OC|a\rORC|OK|b"));
    assertEquals(NextStep.HOLD, next("MSA|AE|1\rORC|UA|a\rORC|OK|b"));
  }

  private static NextStep next(String rest) {
    return AckPolicy.nextStep(
        OrderResponse.read(bytes("MSH|^~\\&|L|F|W|A|||ACK|X|P|2.5.1\r" + rest)));
  }

  @Test
  void onlyResultsOfTheRightKindAreTakenIn() {
    InboundMessageValidator production = new InboundMessageValidator(true);
    production.requireResult(header(RESULT));
    assertEquals(
        ErrorCode.REQUIRED_FIELD_MISSING, objection(production, RESULT.replace("M-7", "")));
    assertEquals(ErrorCode.UNSUPPORTED_TYPE, objection(production, RESULT.replace("ORU^", "ADT^")));
    assertEquals(
        ErrorCode.UNSUPPORTED_EVENT, objection(production, RESULT.replace("R01^O", "R30^O")));
    assertEquals(
        ErrorCode.UNSUPPORTED_VERSION, objection(production, RESULT.replace("|2.5.1", "|3")));
    String test = RESULT.replace("|P|", "|T|");
    assertEquals(ErrorCode.UNSUPPORTED_PROCESSING_ID, objection(production, test));
    new InboundMessageValidator(false).requireResult(header(test));
    assertEquals(
        ErrorCode.UNSUPPORTED_PROCESSING_ID, objection(new InboundMessageValidator(false), RESULT));
  }

  private static ErrorCode objection(InboundMessageValidator rules, String message) {
    return assertThrows(Hl7Fault.class, () -> rules.requireResult(header(message))).code();
  }

  @Test
  void aRepetitionIsKnownByItsBytes() {
    MessageKey key = MessageKey.of(header(RESULT), bytes(RESULT));
    assertEquals(key, MessageKey.of(header(RESULT), bytes(RESULT)));
    String other = RESULT + "NTE|1||x\r";
    assertNotEquals(key, MessageKey.of(header(other), bytes(other)));
    assertEquals("M-7", key.controlId());
  }
}
