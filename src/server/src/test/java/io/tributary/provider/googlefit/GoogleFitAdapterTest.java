package io.tributary.provider.googlefit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.googlefit.GoogleFitVendor;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GoogleFitAdapterTest {
  private static final class Harness extends AdapterHarness {
    Harness() {
      super(new GoogleFitVendor(), options(), GoogleFitAdapter::on);
    }

    @Override
    public AppCredentials app() {
      return new AppCredentials(
          Ids.DEFAULT_APP,
          "google_fit",
          "tributary-sandbox",
          "tributary-sandbox-secret",
          new AppCredentials.Urls(
              sim.baseUrl() + "/fitness/v1",
              sim.baseUrl() + "/o/oauth2/v2/auth",
              Optional.of(sim.baseUrl() + "/token"),
              Map.of("revoke", sim.baseUrl() + "/revoke")),
          "http://127.0.0.1:9/v2/link/connect/google_fit");
    }

    @Override
    protected String dataPath() {
      return "/fitness/v1/users/me/";
    }
  }

  private static Harness google;
  private static List<String> all;

  @BeforeAll
  static void start() {
    google = new Harness();
    all = google.adapter.descriptor().defaultScopes();
  }

  @AfterAll
  static void stop() {
    google.close();
  }

  @Test
  void windowsSideBySideGiveWhatOneWindowGives() {
    TestAccount account = google.account("nia", all);
    account.zone = google.person("nia").zone();
    LocalDate last = Harness.today().minusDays(2);
    for (String feed : List.of("activity", "steps", "energy", "sleep", "workouts", "water")) {
      int count =
          google.compareSplitWindow(account, feed, last.minusDays(3), last.minusDays(1), last);
      assertTrue(count > 2 || feed.equals("workouts"), feed);
    }
  }

  @Test
  void whoHasNoDataOfATypeHasAnEmptyWindow() {
    TestAccount account = google.account("leo", all);
    for (String type : List.of("step_count.delta", "blood_glucose")) {
      google.control(
          "people/" + google.person("leo").id() + "/lacks",
          new JsonObject().put("type", "com.google." + type));
    }
    LocalDate day = Harness.today().minusDays(2);
    assertTrue(google.pull(account, "steps", day, day).isEmpty());
    assertTrue(google.pull(account, "glucose", day, day).isEmpty());
    assertEquals(1, google.pull(account, "activity", day, day).summaries().size());
  }

  @Test
  void aGrantWithoutDataIsNoneAndAUserIsTheSubject() {
    assertThrows(
        ProviderException.ScopeMissing.class,
        () -> google.grant("lea", List.of("openid", "email")));
    assertEquals(
        Optional.of(Long.toString(google.person("lia").numericId())),
        google.grant("lia", List.of("openid", GoogleFitScopes.SLEEP)).externalUserId());
    assertEquals(
        Optional.empty(), google.grant("lou", List.of(GoogleFitScopes.SLEEP)).externalUserId());
  }
}
