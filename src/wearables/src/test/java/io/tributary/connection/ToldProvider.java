package io.tributary.connection;

import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider that is told what to answer, one thing a call, and is content afterwards. */
final class ToldProvider implements OAuth, Adapter {
  final List<String> asked = new CopyOnWriteArrayList<>();
  final List<ProviderException> revocations = new CopyOnWriteArrayList<>();
  final List<ProviderException> refreshes = new CopyOnWriteArrayList<>();
  volatile Runnable whenRefreshed = () -> {};
  volatile Runnable whenRevoked = () -> {};

  @Override
  public void revoke(AppCredentials app, Session s) {
    asked.add(
        "revoke "
            + s.tokens().access()
            + " of "
            + s.externalUserId().orElse("nobody")
            + s.state().path("region").asText(""));
    whenRevoked.run();
    if (!revocations.isEmpty()) {
      throw revocations.removeFirst();
    }
  }

  @Override
  public Tokens refresh(AppCredentials app, Session s) {
    asked.add("refresh " + s.tokens().refresh());
    if (!refreshes.isEmpty()) {
      throw refreshes.removeFirst();
    }
    whenRefreshed.run();
    return new Tokens(s.tokens().access() + "+", s.tokens().refresh() + "+", null);
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    throw new AssertionError("not asked for");
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    throw new AssertionError("not asked for");
  }

  @Override
  public Descriptor descriptor() {
    return Descriptor.of("oura", "Oura").build();
  }

  @Override
  public Optional<OAuth> oauth() {
    return Optional.of(this);
  }
}
