package io.tributary.provider;

import java.util.Optional;

/** An adapter put together of what its provider can do; what is not said it cannot. */
public record AssembledAdapter(
    Descriptor descriptor,
    Optional<Puller> puller,
    Optional<Fetcher> fetcher,
    Optional<OAuth> oauth,
    Optional<PasswordLogin> login,
    Optional<SecondFactor> secondFactor,
    Optional<? extends Renewer> renewer,
    Optional<Inbound> inbound,
    Optional<Subscriber> subscriber,
    Optional<Mapping> mapping)
    implements Adapter {

  /** Begins an adapter that can do nothing yet. */
  public static Draft of(Descriptor descriptor) {
    return new Draft(descriptor);
  }

  /** An adapter that is being put together. */
  public static final class Draft {
    private final Descriptor descriptor;
    private Optional<Puller> puller = Optional.empty();
    private Optional<Fetcher> fetcher = Optional.empty();
    private Optional<OAuth> oauth = Optional.empty();
    private Optional<PasswordLogin> login = Optional.empty();
    private Optional<SecondFactor> secondFactor = Optional.empty();
    private Optional<? extends Renewer> renewer = Optional.empty();
    private Optional<Inbound> inbound = Optional.empty();
    private Optional<Subscriber> subscriber = Optional.empty();
    private Optional<Mapping> mapping = Optional.empty();

    private Draft(Descriptor descriptor) {
      this.descriptor = descriptor;
    }

    public Draft puller(Puller part) {
      this.puller = Optional.of(part);
      return this;
    }

    public Draft fetcher(Fetcher part) {
      this.fetcher = Optional.of(part);
      return this;
    }

    /** Which also renews. */
    public Draft oauth(OAuth part) {
      this.oauth = Optional.of(part);
      this.renewer = oauth;
      return this;
    }

    public Draft login(PasswordLogin part) {
      this.login = Optional.of(part);
      return this;
    }

    public Draft secondFactor(SecondFactor part) {
      this.secondFactor = Optional.of(part);
      return this;
    }

    public Draft renewer(Renewer part) {
      this.renewer = Optional.of(part);
      return this;
    }

    public Draft inbound(Inbound part) {
      this.inbound = Optional.of(part);
      return this;
    }

    public Draft subscriber(Subscriber part) {
      this.subscriber = Optional.of(part);
      return this;
    }

    public Draft mapping(Mapping part) {
      this.mapping = Optional.of(part);
      return this;
    }

    public Adapter build() {
      return new AssembledAdapter(
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
