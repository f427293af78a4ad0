package io.tributary.provider.eightsleep;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Mapping;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.Renewer;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Eight Sleep, as its own app reads it; off until an operator turns it on. */
public final class EightSleepAdapter implements Adapter {
  private static final List<EightFeed> FEEDS = List.of(EightFeed.values());

  /** A mattress that was without a network tells its nights later. */
  private static final int LATE_DAYS = 7;

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(EightNormaliser.SLUG, "8Sleep")
          .description("Mattress covers that follow the night")
          .auth(AuthKind.PASSWORD)
          .kind("device")
          .historicalDays(90)
          .pollEvery(Duration.ofHours(1))
          .lookBackDays(LATE_DAYS)
          .privateApi()
          .resources(
              List.of(
                  Resource.HEARTRATE,
                  Resource.HRV,
                  Resource.PROFILE,
                  Resource.RESPIRATORY_RATE,
                  Resource.SLEEP,
                  Resource.SLEEP_CYCLE))
          .feeds(FEEDS.stream().map(EightFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          EightNormaliser.SLUG,
          EightNormaliser.VERSION,
          FEEDS,
          EightNormaliser::normalise,
          EightRaws::rules);

  private final PasswordLogin login;
  private final Renewer renewer;
  private final Puller puller;

  public EightSleepAdapter(ProviderHttp http) {
    this.login = new EightLogin(http);
    this.renewer = new EightTokens(http);
    this.puller =
        new FeedPuller<>(FEEDS, new EightSource(http), EightNormaliser::normalise, EightRaws.RULES);
  }

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<PasswordLogin> login() {
    return Optional.of(login);
  }

  @Override
  public Optional<Renewer> renewer() {
    return Optional.of(renewer);
  }

  @Override
  public Puller puller() {
    return puller;
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(MAPPING);
  }
}
