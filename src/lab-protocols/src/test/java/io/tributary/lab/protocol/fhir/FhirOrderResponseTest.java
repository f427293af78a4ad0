package io.tributary.lab.protocol.fhir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that only the laboratory's own response ends an order, not an error of an intermediary.
 */
class FhirOrderResponseTest {
  private static String outcome(String code) {
    return code.isEmpty()
        ? "<html>"
        : "{\"resourceType\":\"OperationOutcome\",\"issue\":[{\"severity\":\"error\",\"code\":\""
            + code
            + "\",\"diagnostics\":\"Shea Hall\"}]}";
  }

  @ParameterizedTest
  @CsvSource({
    "200,,DELIVERED,false,false,''",
    "201,,DELIVERED,false,false,''",
    "400,invalid,PARK,true,false,'400,invalid'",
    "422,business-rule,PARK,true,false,'422,business-rule'",
    "409,conflict,PARK,true,false,'409,conflict'",
    "409,lock-error,RESEND,false,false,'409,lock-error'",
    "400,,PARK,false,false,400",
    "404,,PARK,false,false,404",
    "302,,PARK,false,false,302",
    "401,login,RESEND,false,true,'401,login'",
    "403,forbidden,RESEND,false,true,'403,forbidden'",
    "400,security,RESEND,false,true,'400,security'",
    "429,throttled,RESEND,false,true,'429,throttled'",
    "503,,RESEND,false,true,503",
    "500,exception,RESEND,false,false,'500,exception'",
    "502,,RESEND,false,false,502",
    "408,,RESEND,false,false,408"
  })
  void statusAndOutcomeSayWhatIsNext(
      int status, String code, NextStep next, boolean refused, boolean everybody, String error) {
    FhirOrderResponse answer =
        FhirOrderResponse.read(status, outcome(code == null ? "" : code).getBytes(UTF_8));
    assertEquals(new FhirOrderResponse(next, refused, everybody, error), answer);
  }

  @Test
  void aTransactionThatWasDoneInPiecesIsJudgedByThem() {
    String entries =
        "{\"resourceType\":\"Bundle\",\"entry\":[{\"response\":{\"status\":\"201 Created\"}},"
            + "{\"response\":{\"status\":\"%s\",\"outcome\":"
            + outcome("invalid")
            + "}}]}";
    assertEquals(
        NextStep.DELIVERED,
        FhirOrderResponse.read(200, entries.formatted("200").getBytes(UTF_8)).next());
    FhirOrderResponse refused =
        FhirOrderResponse.read(200, entries.formatted("422 No").getBytes(UTF_8));
    assertEquals(new FhirOrderResponse(NextStep.PARK, true, false, "422,invalid"), refused);
    assertEquals(
        NextStep.RESEND,
        FhirOrderResponse.read(200, entries.formatted("503").getBytes(UTF_8)).next());
  }

  @Test
  void theAddressesOfRequestsAreRead() {
    String body =
        "{\"entry\":[{\"response\":{\"location\":\"https://x.example.com/f/ServiceRequest/7/_history/1\"}},"
            + "{\"response\":{\"location\":\"Patient/1\"}},"
            + "{\"response\":{\"location\":\"ServiceRequest/8\"}},"
            + "{\"response\":{\"location\":\"ServiceRequest/../x\"}}]}";
    assertEquals(
        List.of("ServiceRequest/7", "ServiceRequest/8"),
        FhirOrderResponse.createdRequests(body.getBytes(UTF_8)));
    assertEquals(List.of(), FhirOrderResponse.createdRequests("<html>".getBytes(UTF_8)));
  }
}
