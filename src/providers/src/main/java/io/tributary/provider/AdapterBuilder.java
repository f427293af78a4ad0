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
    private Optional<NotificationFetcher> notificationFetcher = Optional.empty();
    private Optional<OAuth> oauth = Optional.empty();
    private Optional<PasswordLogin> passwordLogin = Optional.empty();
    private Optional<MfaCompleter> mfaCompleter = Optional.empty();
    private Optional<? extends TokenRefreshClient> tokenRefreshClient = Optional.empty();
    private Optional<NotificationParser> notificationParser = Optional.empty();
    private Optional<SubscriptionClient> subscriptionClient = Optional.empty();
    private Optional<DocumentMapper> documentMapper = Optional.empty();

    private Draft(Descriptor descriptor) {
      this.descriptor = descriptor;
    }

    public Draft puller(Puller part) {
      this.puller = Optional.of(part);
      return this;
    }

    public Draft notificationFetcher(NotificationFetcher part) {
      this.notificationFetcher = Optional.of(part);
      return this;
    }

    /** Sets the OAuth part, which also refreshes tokens. */
    public Draft oauth(OAuth part) {
      this.oauth = Optional.of(part);
      this.tokenRefreshClient = oauth;
      return this;
    }

    public Draft passwordLogin(PasswordLogin part) {
      this.passwordLogin = Optional.of(part);
      return this;
    }

    public Draft mfaCompleter(MfaCompleter part) {
      this.mfaCompleter = Optional.of(part);
      return this;
    }

    public Draft tokenRefreshClient(TokenRefreshClient part) {
      this.tokenRefreshClient = Optional.of(part);
      return this;
    }

    public Draft notificationParser(NotificationParser part) {
      this.notificationParser = Optional.of(part);
      return this;
    }

    public Draft subscriptionClient(SubscriptionClient part) {
      this.subscriptionClient = Optional.of(part);
      return this;
    }

    public Draft documentMapper(DocumentMapper part) {
      this.documentMapper = Optional.of(part);
      return this;
    }

    public Adapter build() {
      return new AdapterBuilder(
          descriptor,
          puller,
          notificationFetcher,
          oauth,
          passwordLogin,
          mfaCompleter,
          tokenRefreshClient,
          notificationParser,
          subscriptionClient,
          documentMapper);
    }
  }
}
