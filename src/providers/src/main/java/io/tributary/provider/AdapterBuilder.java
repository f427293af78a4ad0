package io.tributary.provider;

import java.util.Optional;

/** Adapter composed of optional parts; parts that are not set are unsupported. */
public record AdapterBuilder(
    Descriptor descriptor,
    Optional<Puller> puller,
    Optional<NotificationFetcher> fetcher,
    Optional<OAuth> oauth,
    Optional<PasswordLogin> login,
    Optional<MfaCompleter> secondFactor,
    Optional<? extends TokenRefreshClient> renewer,
    Optional<NotificationParser> inbound,
    Optional<SubscriptionClient> subscriber,
    Optional<DocumentMapper> mapping)
    implements Adapter {

  /** Starts an adapter without any parts. */
  public static Draft of(Descriptor descriptor) {
    return new Draft(descriptor);
  }

  /** Mutable builder of an adapter. */
  public static final class Draft {
    private final Descriptor descriptor;
    private Optional<Puller> puller = Optional.empty();
    private Optional<NotificationFetcher> fetcher = Optional.empty();
    private Optional<OAuth> oauth = Optional.empty();
    private Optional<PasswordLogin> login = Optional.empty();
    private Optional<MfaCompleter> secondFactor = Optional.empty();
    private Optional<? extends TokenRefreshClient> renewer = Optional.empty();
    private Optional<NotificationParser> inbound = Optional.empty();
    private Optional<SubscriptionClient> subscriber = Optional.empty();
    private Optional<DocumentMapper> mapping = Optional.empty();

    private Draft(Descriptor descriptor) {
      this.descriptor = descriptor;
    }

    public Draft puller(Puller part) {
      this.puller = Optional.of(part);
      return this;
    }

    public Draft fetcher(NotificationFetcher part) {
      this.fetcher = Optional.of(part);
      return this;
    }

    /** Sets the OAuth part, which also refreshes tokens. */
    public Draft oauth(OAuth part) {
      this.oauth = Optional.of(part);
      this.renewer = oauth;
      return this;
    }

    public Draft login(PasswordLogin part) {
      this.login = Optional.of(part);
      return this;
    }

    public Draft secondFactor(MfaCompleter part) {
      this.secondFactor = Optional.of(part);
      return this;
    }

    public Draft renewer(TokenRefreshClient part) {
      this.renewer = Optional.of(part);
      return this;
    }

    public Draft inbound(NotificationParser part) {
      this.inbound = Optional.of(part);
      return this;
    }

    public Draft subscriber(SubscriptionClient part) {
      this.subscriber = Optional.of(part);
      return this;
    }

    public Draft mapping(DocumentMapper part) {
      this.mapping = Optional.of(part);
      return this;
    }

    public Adapter build() {
      return new AdapterBuilder(
          descriptor,
          puller,
          fetcher,
          oauth,
          login,
          secondFactor,
          renewer,
          inbound,
          subscriber,
          mapping);
    }
  }
}
