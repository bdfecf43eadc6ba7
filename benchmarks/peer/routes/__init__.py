"""The operations of the peer, by what they are about."""
