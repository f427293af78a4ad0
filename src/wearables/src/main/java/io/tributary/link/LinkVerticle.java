package io.tributary.link;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves the link commands. Stateless; runs on virtual threads. */
public final class LinkVerticle extends VerticleBase {
  // Exceeds the number of links that hanging providers and exhausted quotas can block; see
  // LinkConcurrency.
  static final int CONCURRENCY = 256;

  private final Bus bus;
  private final LinkFlow flow;
  private final LinkPageFlow pages;
  private final DemoLinkFlow demo;

  LinkVerticle(Bus bus, LinkFlow flow, LinkPageFlow pages, DemoLinkFlow demo) {
    this.bus = bus;
    this.flow = flow;
    this.pages = pages;
    this.demo = demo;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.LINK, LinkMessages.class, CONCURRENCY, this::on);
  }

  private BusMessage on(LinkMessages message) {
    return switch (message) {
      case LinkMessages.CreateToken m -> flow.createToken(m.wanted());
      case LinkMessages.ListOffers m -> flow.offers(m.token());
      case LinkMessages.BeginOAuth m -> flow.beginOAuth(m.token(), m.slug());
      case LinkMessages.FinishOAuth m -> flow.finishOAuth(m);
      case LinkMessages.SignIn m -> flow.signIn(m);
      case LinkMessages.CompleteMfa m -> flow.completeMfa(m);
      case LinkMessages.OpenPage m -> pages.open(m);
      case LinkMessages.ConnectDemo m -> {
        demo.connect(m.tenant(), m.user(), m.slug());
        yield new Ack();
      }
    };
  }
}
