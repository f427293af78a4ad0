package io.tributary.provider.whoop;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.WORKOUTS;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adapter for WHOOP, API v2: cycles, sleeps with their recoveries, workouts and body measurements.
 * Webhooks are configured manually in WHOOP's dashboard, so there is no subscription client.
 */
public final class WhoopAdapter {
  private static final DocumentPipeline<WhoopFeed> DOCUMENTS =
      new DocumentPipeline<>(
          WhoopNormaliser.SLUG,
          WhoopNormaliser.VERSION,
          List.of(WhoopFeed.values()),
          WhoopNormaliser::normalise,
          WhoopDocuments.RULES,
          WhoopDocuments::rules);

  private static final String OFFLINE = "offline";
  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WhoopNormaliser.SLUG, "WHOOP")
          .description("Strain, sleep and recovery from a WHOOP band")
          .ownApp()
          .historicalDays(180)
          // A refresh invalidates both tokens, so no call may use one that is about to expire.
          .refreshBefore(Duration.ofMinutes(2))
          // A poll takes five of 10,000 calls per day and application; notifications cover sleeps
          // and workouts.
          .pollEvery(Duration.ofHours(1))
          .lookBackDays(7)
          .resources(DOCUMENTS.resources())
          .scopes(
              Map.of(
                  ACTIVITY, needs(Set.of(), "read:cycles"),
                  SLEEP, needs(Set.of("read:recovery"), "read:sleep"),
                  HRV, needs(Set.of(), "read:recovery", "read:sleep"),
                  BLOOD_OXYGEN, needs(Set.of(), "read:recovery", "read:sleep"),
                  WORKOUTS, needs(Set.of(), "read:workout"),
                  BODY, needs(Set.of(), "read:body_measurement"),
                  PROFILE, needs(Set.of("read:profile"), "read:body_measurement")))
          .scopesAsked(
              List.of(
                  OFFLINE,
                  "read:cycles",
                  "read:sleep",
                  "read:recovery",
                  "read:workout",
                  "read:body_measurement",
                  "read:profile"))
          .feeds(DOCUMENTS.listed())
          .build();

  private WhoopAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, WhoopErrorMapping.RULES);
    WhoopClient source = new WhoopClient(calls);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .fetcher(DOCUMENTS.fetcher(source))
        .oauth(WhoopOAuth.on(http))
        .inbound(new WhoopNotificationParser())
        .mapping(DOCUMENTS.mapping())
        .build();
  }

  /**
   * Returns the scopes with {@code offline}, without which there is no refresh token and access
   * ends within an hour.
   */
  private static ScopeNeed needs(Set<String> optional, String... required) {
    Set<String> all = new HashSet<>(Set.of(required));
    all.add(OFFLINE);
    return new ScopeNeed(all, optional);
  }
}
