package io.tributary.simulators.lab;

import io.tributary.lab.protocol.mllp.MllpEvents;
import io.tributary.lab.protocol.mllp.MllpServer;
import io.tributary.lab.protocol.mllp.MllpServerOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.util.List;
import java.util.Optional;

/** Assembles the laboratory and serves it from its own event loop, which guards all state. */
final class LabVerticle extends VerticleBase {
  private final LabOptions options;
  private LabState lab;
  private MllpServer mllp;
  private FlakyProxy mllpProxy;
  private HttpServer http;
  private FhirOrderEndpoint fhir;
  private FlakyProxy fhirProxy;
  private volatile int mllpPort;
  private volatile int controlPort;
  private volatile int fhirPort;

  LabVerticle(LabOptions options) {
    this.options = options;
  }

  int mllpPort() {
    return mllpPort;
  }

  int controlPort() {
    return controlPort;
  }

  int fhirPort() {
    return fhirPort;
  }

  @Override
  public Future<?> start() throws Exception {
    lab = new LabState(vertx, options);
    lab.restore();
    mllp =
        new MllpServer(
            vertx,
            MllpServerOptions.of("127.0.0.1", 0, Optional.empty()),
            inbound -> Future.succeededFuture(lab.receive(inbound.bytes())),
            MllpEvents.NONE);
    mllpProxy = new FlakyProxy(vertx, () -> lab.faults().drop());
    Router router = Router.router(vertx);
    fhir = new FhirOrderEndpoint(vertx, lab);
    fhirProxy = new FlakyProxy(vertx, () -> lab.faults().drop());
    new LabControl(
            lab, () -> mllpPort, () -> fhirPort, () -> mllpProxy.dropped() + fhirProxy.dropped())
        .mount(router);
    return mllp.start()
        .compose(v -> mllpProxy.listen(options.host(), options.port(), mllp.port()))
        .onSuccess(port -> mllpPort = port)
        .compose(v -> fhir.listen())
        .compose(behind -> fhirProxy.listen(options.host(), options.fhirPort(), behind))
        .onSuccess(port -> fhirPort = port)
        .compose(
            v ->
                vertx
                    .createHttpServer()
                    .requestHandler(router)
                    .listen(options.controlPort(), options.host()))
        .onSuccess(
            listening -> {
              http = listening;
              controlPort = listening.actualPort();
            });
  }

  @Override
  public Future<?> stop() {
    return Future.join(
        List.of(
            http.close(),
            mllpProxy.close(),
            mllp.stop(0),
            fhirProxy.close(),
            fhir.close(),
            lab.close()));
  }
}
