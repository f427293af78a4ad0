package io.tributary.provider.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mapping of error responses. */
class GoogleFitErrorMappingTest {
  @Test
  void aForbiddenCallThatWasOneTooManyWaitsAndNoSourceIsNoFault() {
    GoogleFitErrorMapping rules = new GoogleFitErrorMapping();
    Duration usual = Duration.ofMinutes(1);
    assertTrue(
        rules.toException(answer(403, "rateLimitExceeded", "Rate"), usual).orElseThrow()
            instanceof ProviderException.RateLimited);
    assertTrue(
        rules.toException(answer(403, "insufficientPermissions", "No"), usual).orElseThrow()
            instanceof ProviderException.ScopeMissing);
    ProviderResponse none = answer(400, "invalidArgument", "no default datasource found for: x");
    assertTrue(rules.toException(none, usual).isEmpty());
    assertTrue(GoogleFitErrorMapping.body(none).isEmpty());
    assertTrue(
        rules.toException(answer(400, "invalidArgument", "duration too large"), usual).orElseThrow()
            instanceof ProviderException.Rejected);
  }

  private static ProviderResponse answer(int status, String reason, String message) {
    return new ProviderResponse(
        status,
        MultiMap.caseInsensitiveMultiMap(),
        Buffer.buffer(
            "{\"error\":{\"code\":%d,\"message\":\"%s\",\"errors\":[{\"reason\":\"%s\"}]}}"
                .formatted(status, message, reason)));
  }

  @Test
  void theSubjectOfAnIdentityTokenIsTheUser() {
    // {"sub":"1089"}
    assertEquals(Optional.of("1089"), GoogleFitOAuth.subject("e30.eyJzdWIiOiIxMDg5In0.c2ln"));
    assertEquals(Optional.empty(), GoogleFitOAuth.subject(""));
    assertEquals(Optional.empty(), GoogleFitOAuth.subject("a.%%%.c"));
  }
}
