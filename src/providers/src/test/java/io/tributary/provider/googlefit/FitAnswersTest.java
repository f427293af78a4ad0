package io.tributary.provider.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp.Answer;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What answers mean that are no documents. */
class FitAnswersTest {
  @Test
  void aForbiddenCallThatWasOneTooManyWaitsAndNoSourceIsNoFault() {
    FitAnswers rules = new FitAnswers();
    Duration usual = Duration.ofMinutes(1);
    assertTrue(
        rules.fault(answer(403, "rateLimitExceeded", "Rate"), usual).orElseThrow()
            instanceof ProviderFault.RateLimited);
    assertTrue(
        rules.fault(answer(403, "insufficientPermissions", "No"), usual).orElseThrow()
            instanceof ProviderFault.ScopeMissing);
    Answer none = answer(400, "invalidArgument", "no default datasource found for: x");
    assertTrue(rules.fault(none, usual).isEmpty());
    assertTrue(FitAnswers.read(none).isEmpty());
    assertTrue(
        rules.fault(answer(400, "invalidArgument", "duration too large"), usual).orElseThrow()
            instanceof ProviderFault.Rejected);
  }

  private static Answer answer(int status, String reason, String message) {
    return new Answer(
        status,
        MultiMap.caseInsensitiveMultiMap(),
        Buffer.buffer(
            "{\"error\":{\"code\":%d,\"message\":\"%s\",\"errors\":[{\"reason\":\"%s\"}]}}"
                .formatted(status, message, reason)));
  }

  @Test
  void theSubjectOfAnIdentityTokenIsTheUser() {
    // {"sub":"1089"}
    assertEquals(Optional.of("1089"), FitOAuth.subject("e30.eyJzdWIiOiIxMDg5In0.c2ln"));
    assertEquals(Optional.empty(), FitOAuth.subject(""));
    assertEquals(Optional.empty(), FitOAuth.subject("a.%%%.c"));
  }
}
