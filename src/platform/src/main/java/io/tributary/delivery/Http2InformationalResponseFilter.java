package io.tributary.delivery;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * HTTP/2 counterpart of {@link InformationalResponseFilter}: drops informational responses (1xx).
 * Resets a stream that sends too many.
 */
final class Http2InformationalResponseFilter extends Http2FrameListenerDecorator {
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey seen;

  private Http2InformationalResponseFilter(Http2FrameListener next, Http2Connection connection) {
    super(next);
    this.connection = connection;
    this.seen = connection.newKey();
  }

  /** Installs the filter. Must be called on the connection's event loop. */
  static void install(Http2ConnectionHandler handler) {
    handler
        .decoder()
        .frameListener(
            new Http2InformationalResponseFilter(
                handler.decoder().frameListener(), handler.connection()));
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean last)
      throws Http2Exception {
    if (!isInformational(stream, headers, last)) {
      super.onHeadersRead(context, stream, headers, padding, last);
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last)
      throws Http2Exception {
    if (!isInformational(stream, headers, last)) {
      super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, last);
    }
  }

  private boolean isInformational(int id, Http2Headers headers, boolean last)
      throws Http2Exception {
    CharSequence status = headers.status();
    if (status == null
        || HttpStatusClass.valueOf(status) != HttpStatusClass.INFORMATIONAL
        || HttpResponseStatus.SWITCHING_PROTOCOLS.codeAsText().contentEquals(status)) {
      return false;
    }
    Http2Stream stream = connection.stream(id);
    Integer before = stream == null ? null : stream.getProperty(seen);
    int n = before == null ? 1 : before + 1;
    if (last || n > InformationalResponseFilter.MAX_INFORMATIONAL) {
      throw Http2Exception.streamError(
          id, Http2Error.PROTOCOL_ERROR, "%d informational responses without a final one", n);
    }
    if (stream != null) {
      stream.setProperty(seen, n);
    }
    return true;
  }
}
