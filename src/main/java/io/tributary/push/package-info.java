/**
 * What clients push: phones, Bluetooth readers and values entered by hand. Owns tables
 * user_sign_in, user_access_token, push_client and push_batch; serves "push.command".
 */
package io.tributary.push;
